"use strict";
// The page of `engine annotate --practice FILE.html`: shows one position after another and judges the entered move.
(() => {
  const puzzles = JSON.parse(document.getElementById("data").textContent);
  const root = document.querySelector(".practice");
  if (!puzzles.length) return;
  const SVG = "http://www.w3.org/2000/svg", GLYPHS = {k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟"};
  let index = 0, from = null, solved = 0;
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
  };
  const show = () => {
    from = null;
    part("h2").textContent = `${index + 1} of ${puzzles.length}: ${puzzle().id}`;
    part(".turn").textContent = (black() ? "Black" : "White") + " to move. Drag a piece, click two squares, or type the move.";
    part(".answer").textContent = part(".promotion").textContent = "";
    part("input").value = "";
    part(".total").textContent = `${solved} solved at the first try, ${tried.size} of ${puzzles.length} tried.`;
    draw();
  };
  const judge = move => {
    const [code, san, score, line] = move, first = !tried.has(index);
    tried.add(index);
    const right = code === puzzle().best;
    if (right && first) solved += 1;
    const best = puzzle().moves.find(other => other[0] === puzzle().best);
    const reason = right ? `${san} is the only good move${line ? ": " + line : ""}${score ? ", score for White " + score : ""}.`
      : line ? `${san} is refuted by ${line}: score for White ${score}. Score after the best move: ${best[2] || "higher"}.` : `${san} is not the best move.`;
    const played = code === puzzle().played && !right ? " This was the move of the game." : "";
    part(".answer").innerHTML = `<p class="${right ? "right" : "wrong"}"></p>`;
    part(".answer p").textContent = (right ? "Right. " : "Wrong. ") + reason + played;
    part(".promotion").textContent = "";
    part(".total").textContent = `${solved} solved at the first try, ${tried.size} of ${puzzles.length} tried.`;
  };
  const play = (start, end) => {
    const found = puzzle().moves.filter(move => move[0].startsWith(start + end));
    from = null;
    draw();
    if (found.length > 1) {
      part(".promotion").replaceChildren("Promote: ", ...found.map(move => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = move[1];
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
    if (from && from !== at && puzzle().moves.some(move => move[0].startsWith(from + at))) { play(from, at); return; }
    from = at;
    draw();
  });
  board.addEventListener("pointerup", event => {
    const at = square(event);
    if (from && at && at !== from) play(from, at);
  });
  part("form").addEventListener("submit", event => {
    event.preventDefault();
    const typed = part("input").value.trim(), plain = text => text.toLowerCase().replace(/[+#x=]/g, "");
    const exact = puzzle().moves.find(move => move[1].replace(/[+#]/g, "") === typed.replace(/[+#]/g, ""));
    const found = exact || puzzle().moves.find(move => plain(move[1]) === plain(typed) || move[0] === typed.toLowerCase());
    if (found) judge(found); else part(".answer").textContent = typed ? typed + " is not a legal move." : "Type a move, as in Nf3 or g1f3.";
  });
  root.addEventListener("click", event => {
    const action = event.target.dataset && event.target.dataset.do;
    if (action === "next") { index = (index + 1) % puzzles.length; show(); }
    if (action === "back") { index = (index + puzzles.length - 1) % puzzles.length; show(); }
    if (action === "solution") { tried.add(index); judge(puzzle().moves.find(move => move[0] === puzzle().best)); }
  });
  show();
})();
