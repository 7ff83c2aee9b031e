#!/usr/bin/env python3
"""Measures the rating of each `UCI_Elo` setting in games against engines of known rating.

    tests/clients/strength.py --opponent stash-v9=1275 --opponent stash-v10=1620 [--opponent ...]
                              [--elo 1275,1620] [--games 200] [--tc 2+0.02] [--busy] [--pgn games.pgn]

Each `UCI_Elo` setting plays game pairs, with colours reversed, against the opponent with the nearest rating. The opponent plays
with the clock `--tc` (seconds, and seconds added per move). The limited engine has no clock, but needs less time because it
searches few nodes. The script prints a row for each setting when it is complete, with 95 % intervals from the pairs. At the end
it prints the rows of `LEVELS` for which settings and ratings would agree: they follow from a straight line through the measured
ratings, weighted by the intervals. Rows outside the measured range are marked as extrapolated.

A game ends by the rules of chess or by one of these conditions:
- The opponent reports a mate for itself, or a score of at least +6 pawns for three moves in a row: it wins.
- The opponent reports -9 pawns or less for four moves in a row, and UCI_Elo is at least 1500: it loses. Below 1500, the limited
  engine has to win the game on the board.
- After 400 plies the game is drawn.

--pgn FILE appends the games to a file and also counts the games that the file already contains. So the same command continues
an interrupted run, and a larger --games narrows the intervals. Use a new file after `LEVELS` has changed. With --busy, the clock
of the opponent runs in processor time, and the opponent gets the clock that it would need to use as much processor time as alone
on the machine. On Linux, the table shows the processor time per move in any case. Needs `pip install chess`.
"""

import argparse
import asyncio
import math
import pathlib
import re
import sys
import time

import chess
import chess.engine
import chess.pgn

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 400
AHEAD, AHEAD_FOR = 600, 3
BEHIND, BEHIND_FOR, CONVERTS = -900, 4, 1500
STARTS = 5
ANSWERS_IN = 20  # Timeout in seconds. An engine that does not answer is restarted, and the game is discarded.


class Opponent:
    """An engine of known rating, with a record of the processor time that it has used."""

    def __init__(self, text):
        self.path, _, rating = text.rpartition("=")
        if not self.path or not rating.lstrip("-").isdigit():
            raise argparse.ArgumentTypeError(f"'{text}' is not PATH=RATING, such as stash-v12=1886")
        self.rating = int(rating)
        self.name = f"{pathlib.Path(self.path).name} {self.rating}"
        self.engine = None
        self.wall, self.had, self.share = [], [], 1.0
        self.clock = 0.0

    def start(self):
        # Some old engines hang at the start now and then.
        for attempt in range(STARTS):
            try:
                self.engine = chess.engine.SimpleEngine.popen_uci(self.path, timeout=ANSWERS_IN)
                break
            except TimeoutError:
                if attempt + 1 == STARTS:
                    raise
        options = {"Hash": 16, "Threads": 1}
        self.engine.configure({name: value for name, value in options.items() if name in self.engine.options})

    def processor(self):
        """Returns the processor time of the engine in seconds, including ended threads; None if the system cannot report it."""
        try:
            # The clock id that clock_getcpuclockid(3) returns on Linux.
            return time.clock_gettime(~self.engine.transport.get_pid() << 3 | 2)
        except (AttributeError, OSError):
            return None

    def play(self, board, game, options):
        base, step = options.tc
        share = self.share if options.busy else 1
        # Some old engines ignore a `go` that arrives before their last search has completely ended.
        time.sleep(0.01)
        before, begun = self.processor(), time.monotonic()
        clock, step_on_clock = max(0.01, self.clock) / share, step / share
        limit = chess.engine.Limit(white_clock=clock, black_clock=clock, white_inc=step_on_clock, black_inc=step_on_clock)
        # `SimpleEngine.play` waits for ever if the limit is a clock.
        protocol = self.engine.protocol
        search = protocol.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        result = asyncio.run_coroutine_threadsafe(search, protocol.loop).result(clock + ANSWERS_IN)
        used = wall = time.monotonic() - begun
        if before is not None:
            self.had.append(self.processor() - before)
            self.wall.append(wall)
            self.share = min(1.0, max(0.05, sum(self.had[-20:]) / sum(self.wall[-20:])))
            used = self.had[-1] if options.busy else wall
        # A program whose clock runs out plays on with an empty clock: flags are no measure of strength here.
        self.clock = max(0.0, self.clock - used) + step
        return result

    def close(self):
        try:
            self.engine.close()
        except chess.engine.EngineError:
            pass


def verdict(scores, elo):
    """Adjudicates a game by the scores of the opponent. Returns the points of the limited engine, or None."""
    last = scores[-AHEAD_FOR:]
    if scores and scores[-1].is_mate() and scores[-1].mate() > 0:
        return 0.0
    if len(last) == AHEAD_FOR and all(score.score(mate_score=30_000) >= AHEAD for score in last):
        return 0.0
    last = scores[-BEHIND_FOR:]
    if elo >= CONVERTS and len(last) == BEHIND_FOR and all(s.score(mate_score=30_000) <= BEHIND for s in last):
        return 1.0
    return None


def play(engine, opponent, elo, opening, colour, number, options):
    """Plays one game. Returns the points of the limited engine, and the game."""
    board = chess.Board(opening)
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Seed": number})
    scores, points = [], None
    opponent.clock = options.tc[0]
    while points is None:
        if board.is_game_over(claim_draw=True) or board.ply() >= LONGEST:
            result = board.result(claim_draw=True)
            points = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
            points = points if colour == chess.WHITE else 1 - points
            break
        if board.turn == colour:
            board.push(engine.play(board, chess.engine.Limit(time=ANSWERS_IN / 2), game=number).move)
        else:
            result = opponent.play(board, number, options)
            if "score" in result.info:
                scores.append(result.info["score"].relative)
            board.push(result.move)
            points = verdict(scores, elo)
    game = chess.pgn.Game.from_board(board)
    names = [f"Glulam {elo}", opponent.name]
    game.headers["Event"], game.headers["Round"] = "UCI_Elo", str(number)
    game.headers["White"], game.headers["Black"] = names if colour == chess.WHITE else reversed(names)
    white = points if colour == chess.WHITE else 1 - points
    game.headers["Result"] = {1.0: "1-0", 0.0: "0-1"}.get(white, "1/2-1/2")
    return points, game


def played(path):
    """Reads the games of earlier runs. Returns the points of the pairs by UCI_Elo and opponent, and the last pair number."""
    pairs, halves, last = {}, {}, -1
    if not path or not pathlib.Path(path).exists():
        return pairs, last
    with open(path, encoding="utf-8") as file:
        while headers := chess.pgn.read_headers(file):
            number = int(headers["Round"])
            last = max(last, number)
            white_is_ours = headers["White"].startswith("Glulam ")
            ours, theirs = ("White", "Black") if white_is_ours else ("Black", "White")
            white = {"1-0": 1.0, "0-1": 0.0}.get(headers["Result"], 0.5)
            points = white if white_is_ours else 1 - white
            key = (int(headers[ours].split()[-1]), headers[theirs])
            if (other := halves.pop((key, number), None)) is None:
                halves[key, number] = points
            else:
                pairs.setdefault(key, []).append(points + other)
    return pairs, last


def difference(score):
    return 400 * math.log10(score / (1 - score))


def rating(pairs, opponent):
    """Returns the score, the rating, and half of its 95 % interval, from the points of game pairs (0 to 2 each)."""
    count = len(pairs)
    score = sum(pairs) / (2 * count)
    # One additional drawn pair keeps the score away from 0 and 1.
    inside = (sum(pairs) + 1) / (2 * count + 2)
    variance = sum((points / 2 - score) ** 2 for points in pairs) / count
    # If all pairs have the same result, the sample variance is 0: use a lower limit instead.
    variance = max(variance, inside * (1 - inside) / count)
    slope = 400 / math.log(10) / (inside * (1 - inside))
    return score, opponent + difference(inside), 1.96 * slope * math.sqrt(variance / count)


def levels():
    """Reads the rows of `LEVELS` from the source: rating, nodes, moves, error, overlooked."""
    text = (HERE / "src" / "engine" / "strength.rs").read_text()
    rows = re.findall(r"^\s*level\((\d+), ([\d_.]+), ([\d_.]+), ([\d_.]+), ([\d_.]+)\)", text, re.M)
    return [tuple(float(number.replace("_", "")) for number in row) for row in rows]


def between(points, x):
    """Interpolates linearly between the points around x, or extrapolates from the last two points."""
    above = next((place for place, point in enumerate(points) if point[0] >= x), len(points) - 1)
    (x1, y1), (x2, y2) = points[max(above, 1) - 1], points[max(above, 1)]
    return y1 + (x - x1) / (x2 - x1) * (y2 - y1)


def player(rows, elo):
    """Returns nodes, moves, error and overlooked moves of a rating, interpolated as in the engine."""
    nodes = math.exp(between([(row[0], math.log(row[1])) for row in rows], elo))
    moves, error, overlooked = (between([(row[0], row[column]) for row in rows], elo) for column in (2, 3, 4))
    return max(1, nodes), max(1, moves), max(0, error), max(0, overlooked)


def fitted(rows, measured):
    """Prints the rows of `LEVELS` for which each UCI_Elo equals the measured rating, by weighted linear regression."""
    weights = [1 / error**2 for _, _, error in measured]
    mean = [sum(w * row[at] for w, row in zip(weights, measured)) / sum(weights) for at in (0, 1)]
    spread = sum(w * (asked - mean[0]) ** 2 for w, (asked, _, _) in zip(weights, measured))
    slope = sum(w * (asked - mean[0]) * (found - mean[1]) for w, (asked, found, _) in zip(weights, measured)) / spread
    if slope <= 0:
        sys.exit("the measured rating decreases with UCI_Elo: play more games")
    least, most = min(found for _, found, _ in measured), max(found for _, found, _ in measured)
    print(f"UCI_Elo N has a rating of about {mean[1]:.0f} {slope:+.3f} (N - {mean[0]:.0f})")
    for elo in [int(row[0]) for row in rows]:
        asked = mean[0] + (elo - mean[1]) / slope
        nodes, moves, error, overlooked = player(rows, asked)
        remark = "" if least <= elo <= most else ", extrapolated"
        print(f"    level({elo}, {nodes:.1f}, {moves:.1f}, {error:.1f}, {overlooked:.1f}), // was {asked:.0f}{remark}")


def clock(text):
    """Reads a clock such as 2+0.02."""
    base, _, step = text.partition("+")
    return float(base), float(step or 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(HERE / "target" / "release" / "engine"))
    parser.add_argument("--opponent", type=Opponent, action="append", required=True, metavar="PATH=RATING")
    parser.add_argument("--elo", default="1275,1620,2060,2140,2473,2714,2937", help="UCI_Elo settings to measure; 2400:2150 plays 2400 against the opponent nearest to 2150")
    parser.add_argument("--games", type=int, default=200, help="number of games per setting, even")
    parser.add_argument("--tc", type=clock, default="2+0.02", metavar="SEC+SEC", help="clock of the opponent")
    parser.add_argument("--openings", default=str(HERE / "positions" / "openings.epd"))
    parser.add_argument("--first", type=int, default=0, help="number of openings to skip")
    parser.add_argument("--busy", action="store_true", help="run the clock in processor time instead of wall-clock time")
    parser.add_argument("--pgn", help="append the games to this file")
    options = parser.parse_args()
    openings = [line.split(" ;")[0].split() for line in pathlib.Path(options.openings).read_text().splitlines() if line]
    openings = [" ".join(fields[:4] + ["0", "1"]) for fields in openings]
    rows, measured = levels(), []
    known, last = played(options.pgn)
    number = max(options.first, last + 1)
    engine = chess.engine.SimpleEngine.popen_uci(options.engine)
    print("| `UCI_Elo` | opponent, rating | games | score | measured rating | processor time per move |")
    print("|--:|---|--:|--:|--:|--:|", flush=True)
    for asked in options.elo.split(","):
        elo, _, about = asked.partition(":")
        elo, about = int(elo), int(about or elo)
        opponent = min(options.opponent, key=lambda one: abs(one.rating - about))
        opponent.start()
        opponent.wall, opponent.had = [], []
        pairs = known.get((elo, opponent.name), [])
        while len(pairs) < options.games // 2:
            opening, points = openings[number % len(openings)], 0.0
            try:
                for colour in chess.COLORS:
                    result, game = play(engine, opponent, elo, opening, colour, number, options)
                    points += result
                    if options.pgn:
                        with open(options.pgn, "a", encoding="utf-8") as file:
                            print(game, file=file, end="\n\n")
            except (chess.engine.EngineError, TimeoutError) as error:
                print(f"{opponent.path} failed, the pair is discarded: {str(error) or 'it does not answer'}", file=sys.stderr)
                opponent.close()
                opponent.start()
            else:
                pairs.append(points)
            number += 1
        opponent.close()
        score, found, error = rating(pairs, opponent.rating)
        had = f"{1000 * sum(opponent.had) / len(opponent.had):.0f} ms" if opponent.had else "unknown"
        print(
            f"| {elo} | {opponent.name} | {2 * len(pairs)} "
            f"| {100 * score:.0f} % | {found:.0f} ± {error:.0f} | {had} |",
            flush=True,
        )
        measured.append((elo, found, error))
    engine.quit()
    if len({asked for asked, _, _ in measured}) > 1:
        print("\nconst LEVELS, fitted:")
        fitted(rows, measured)


if __name__ == "__main__":
    main()
