//! A second implementation of the rules of Pichu, on characters and without attack tables: it tries every
//! pair of squares.

/// Returns all boards that White (or Black if not `white`) can reach by one move, sorted.
pub fn successors(board: &str, white: bool) -> Vec<String> {
    let squares: Vec<char> = board.chars().collect();
    let mut found = Vec::new();
    for from in 0..64 {
        for to in 0..64 {
            if can_move(&squares, from, to, white) {
                let mut after = squares.clone();
                let promotes = after[from] == 'P' && to / 8 == 7 || after[from] == 'p' && to / 8 == 0;
                let queen = if white { 'Q' } else { 'q' };
                after[to] = if promotes { queen } else { after[from] };
                after[from] = '.';
                found.push(after.into_iter().collect());
            }
        }
    }
    found.sort();
    found
}

/// Evaluates material, mobility and squares attacked by one side only, from White's point of view, in tenths
/// of a Parakeet.
pub fn points(board: &str) -> i32 {
    let squares: Vec<char> = board.chars().collect();
    let material: i32 = squares.iter().map(|bird| value(*bird)).sum();
    let moves = successors(board, true).len() as i32 - successors(board, false).len() as i32;
    let mut attacked = 0;
    for to in 0..64 {
        let [white, black] =
            [true, false].map(|white| (0..64).any(|from| attacks(&squares, from, to, white)));
        attacked += i32::from(white && !black) - i32::from(black && !white);
    }
    10 * material + moves + attacked
}

fn value(bird: char) -> i32 {
    let value = match bird.to_ascii_uppercase() {
        'P' => 1,
        'N' | 'B' => 3,
        'R' => 5,
        'Q' => 9,
        'K' => 1000,
        _ => 0,
    };
    if bird.is_uppercase() { value } else { -value }
}

fn is_of(bird: char, white: bool) -> bool {
    if white { bird.is_ascii_uppercase() } else { bird.is_ascii_lowercase() }
}

fn can_move(squares: &[char], from: usize, to: usize, white: bool) -> bool {
    if !is_of(squares[from], white) || is_of(squares[to], white) {
        return false;
    }
    if !squares[from].eq_ignore_ascii_case(&'P') {
        return attacks(squares, from, to, white);
    }
    let (ahead, start) = if white { (8, 1) } else { (-8, 6) };
    let step = to as i32 - from as i32;
    if squares[to] != '.' {
        attacks(squares, from, to, white)
    } else if step == 2 * ahead {
        from / 8 == start && squares[(from as i32 + ahead) as usize] == '.'
    } else {
        step == ahead
    }
}

/// Returns whether the bird on `from` attacks `to`.
fn attacks(squares: &[char], from: usize, to: usize, white: bool) -> bool {
    let bird = squares[from];
    if from == to || !is_of(bird, white) {
        return false;
    }
    let rows = (to / 8) as i32 - (from / 8) as i32;
    let columns = (to % 8) as i32 - (from % 8) as i32;
    let straight = rows == 0 || columns == 0;
    let diagonal = rows.abs() == columns.abs();
    let is_free = || {
        let far = rows.abs().max(columns.abs());
        (1..far).all(|step| {
            let at = from as i32 + rows.signum() * step * 8 + columns.signum() * step;
            squares[at as usize] == '.'
        })
    };
    match bird.to_ascii_uppercase() {
        'P' => rows == (if white { 1 } else { -1 }) && columns.abs() == 1,
        'N' => rows.abs() * columns.abs() == 2,
        'B' => diagonal && is_free(),
        'R' => straight && is_free(),
        'Q' => (straight || diagonal) && is_free(),
        'K' => rows.abs() <= 1 && columns.abs() <= 1,
        _ => false,
    }
}
