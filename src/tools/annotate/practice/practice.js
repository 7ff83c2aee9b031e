"use strict";
// The page of `engine annotate --practice FILE.html`: shows one position after another and judges the entered move.
(() => {
  const puzzles = JSON.parse(document.getElementById("data").textContent);
  const root = document.querySelector(".practice");
  if (!puzzles.length) return;
  const SVG = "http://www.w3.org/2000/svg", GLYPHS = {k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟"};
  let index = 0, from = null, solved = 0, arrows = [];
  const tried = new Set();
  root.innerHTML = `<h2></h2><svg class="board" viewBox="-0.45 -0.1 8.55 8.55" role="img"></svg><div>
    <p class="turn"></p><form><label>Your move <input name="move" autocomplete="off" spellcheck="false" placeholder="Nf3 or g1f3"></label>
    <button>Play</button></form><div class="answer" aria-live="polite"></div><div class="promotion"></div>
    <p><button type="button" data-do="solution">Show the solution</button> <button type="button" data-do="back">Previous</button>
    <button type="button" data-do="next">Next</button></p><p class="total"></p></div>`;
  const part = name => root.querySelector(name);
  const board = part(".board");
  const add = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    board.append(made);
  };
  const puzzle = () => puzzles[index];
  const black = () => puzzle().fen.split(" ")[1] === "b";
  const name = (column, row) => "abcdefgh"[black() ? 7 - column : column] + (black() ? row + 1 : 8 - row);
  const draw = () => {
    const ranks = puzzle().fen.split(" ")[0].split("/").map(rank => [...rank].flatMap(sign => sign >= "1" && sign <= "8" ? Array(Number(sign)).fill("") : [sign]));
    board.replaceChildren();
    board.setAttribute("aria-label", "Position " + puzzle().fen);
    for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++) {
      const piece = black() ? ranks[7 - row][7 - column] : ranks[row][column];
      add("rect", {class: (row + column) % 2 ? "d" : "l", x: column, y: row, width: 1, height: 1});
      if (name(column, row) === from) add("rect", {class: "from", x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9});
      if (piece) add("text", {class: piece === piece.toUpperCase() ? "white" : "black", x: column + 0.5, y: row + 0.8}, GLYPHS[piece.toLowerCase()] + "\ufe0e");
    }
    for (let at = 0; at < 8; at++) {
      add("text", {class: "mark", x: at + 0.5, y: 8.35}, name(at, 0)[0]);
      add("text", {class: "mark", x: -0.22, y: at + 0.62}, name(0, at)[1]);
    }
    for (const [move, kind] of arrows) {
      const [x1, y1, x2, y2] = [0, 2].flatMap(at => place(move.slice(at, at + 2)));
      const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
      const [bx, by] = [x2 - ux * 0.5, y2 - uy * 0.5];
      add("line", {class: "arrow " + kind, x1: x1 + ux * 0.25, y1: y1 + uy * 0.25, x2: bx, y2: by});
      add("polygon", {class: "head " + kind, points: `${x2 - ux * 0.12},${y2 - uy * 0.12} ${bx - uy * 0.2},${by + ux * 0.2} ${bx + uy * 0.2},${by - ux * 0.2}`});
    }
  };
  // The centre of a square on the board.
  const place = square => {
    const file = "abcdefgh".indexOf(square[0]), rank = Number(square[1]);
    return black() ? [7.5 - file, rank - 0.5] : [file + 0.5, 8.5 - rank];
  };
  const show = () => {
    from = null;
    arrows = [];
    part("h2").textContent = `${index + 1} of ${puzzles.length}: ${puzzle().id}`;
    part(".turn").textContent = (black() ? "Black" : "White") + " to move. Drag a piece, click two squares, or type the move.";
    part(".answer").textContent = part(".promotion").textContent = "";
    part("input").value = "";
    part(".total").textContent = `${solved} solved at the first try, ${tried.size} of ${puzzles.length} tried.`;
    draw();
  };
  // Shows the answer to `move`. `asked` means that the reader asked for the solution.
  const judge = (move, asked = false) => {
    const right = move.uci === puzzle().best, best = puzzle().moves.find(other => other.uci === puzzle().best);
    if (right && !asked && !tried.has(index)) solved += 1;
    tried.add(index);
    const line = move.replies ? " " + move.replies : "", score = move.score ? `: ${move.score}` : "";
    const opponent = black() ? "White" : "Black";
    const answer = right ? `${asked ? "Solution" : "Right"}. ${move.san} is clearly the best move${line ? ":" + line : ""}. Score${score || " not searched"}.`
      : move.replies ? `Wrong. After ${move.san} ${opponent} answers${line}. Score${score}; after the best move: ${best.score}.`
      : `Wrong. ${move.san} is not the best move. Score${score || " not searched"}.`;
    const played = move.uci === puzzle().played && !right ? " This was the move of the game." : "";
    part(".answer").innerHTML = `<p class="${right ? "right" : "wrong"}"></p><p class="note">Scores are in pawns for White: + is good for White.`
      + (right ? "" : " Grey arrow: your move. Red arrow: the refutation.") + "</p>";
    part(".answer p").textContent = answer + played;
    part(".promotion").textContent = "";
    part(".total").textContent = `${solved} solved at the first try, ${tried.size} of ${puzzles.length} tried.`;
    arrows = right ? [[move.uci, "best"]] : [[move.uci, "own"], ...(move.reply ? [[move.reply, "refutation"]] : [])];
    draw();
  };
  const play = (start, end) => {
    const found = puzzle().moves.filter(move => move.uci.startsWith(start + end));
    from = null;
    arrows = [];
    draw();
    if (found.length > 1) {
      part(".promotion").replaceChildren("Promote: ", ...found.map(move => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = move.san;
        button.addEventListener("click", () => judge(move));
        return button;
      }));
    } else if (found.length) judge(found[0]); else part(".answer").textContent = `${start}${end} is not a legal move.`;
  };
  const square = event => {
    const box = board.getBoundingClientRect(), scale = 8.55 / box.width;
    const column = Math.floor((event.clientX - box.left) * scale - 0.45), row = Math.floor((event.clientY - box.top) * scale - 0.1);
    return column >= 0 && column < 8 && row >= 0 && row < 8 ? name(column, row) : null;
  };
  board.addEventListener("pointerdown", event => {
    const at = square(event);
    if (!at) return;
    if (from && from !== at && puzzle().moves.some(move => move.uci.startsWith(from + at))) { play(from, at); return; }
    from = at;
    draw();
  });
  board.addEventListener("pointerup", event => {
    const at = square(event);
    if (from && at && at !== from) play(from, at);
  });
  part("form").addEventListener("submit", event => {
    event.preventDefault();
    const typed = part("input").value.trim(), plain = text => text.toLowerCase().replace(/[+#x=]/g, "").replace(/0/g, "o");
    const san = move => move.san.replace(/^\d+\.+ /, "");
    const exact = puzzle().moves.find(move => san(move).replace(/[+#]/g, "") === typed.replace(/[+#]/g, ""));
    const found = exact || puzzle().moves.find(move => plain(san(move)) === plain(typed) || move.uci === typed.toLowerCase());
    if (found) judge(found); else part(".answer").textContent = typed ? typed + " is not a legal move." : "Type a move, as in Nf3 or g1f3.";
  });
  root.addEventListener("click", event => {
    const action = event.target.dataset && event.target.dataset.do;
    if (action === "next") { index = (index + 1) % puzzles.length; show(); }
    if (action === "back") { index = (index + puzzles.length - 1) % puzzles.length; show(); }
    if (action === "solution") judge(puzzle().moves.find(move => move.uci === puzzle().best), true);
  });
  show();
})();
