"use strict";
// Draws the ladder of the element #data: `ladder` is the record of `engine bench --ladder --json`, `captions` has the
// standard term and the idea of each rung, `students` the node counts of the student programs.
const {ladder, captions, students, command} = JSON.parse(document.getElementById("data").textContent);
const caption = Object.fromEntries(captions.map(one => [one.rung, one]));
const grouped = (number, places = 0) => number == null ? ""
  : number.toLocaleString("en-US", {minimumFractionDigits: places, maximumFractionDigits: places});
const short = number => number >= 1e9 ? Number((number / 1e9).toPrecision(3)) + "G" : number >= 1e6 ? Number((number / 1e6).toPrecision(3)) + "M"
  : number >= 1e4 ? Math.round(number / 1e3) + "k" : String(Math.round(number));

// Creates an element; `children` are elements and texts.
function element(name, attributes, ...children) {
  const node = document.createElement(name);
  Object.assign(node, attributes);
  node.append(...children);
  return node;
}

// Creates an SVG element with a tooltip.
function shape(parent, name, attributes, text, tooltip) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text != null) node.textContent = text;
  if (tooltip) shape(node, "title", {}, tooltip);
  parent.append(node);
  return node;
}

// Adds a figure with a heading and a caption to the column of its block; `draw` fills its SVG element, 460 units wide, and returns the height.
function figure(column, title, text, draw) {
  const node = element("figure", {}, element("b", {}, title));
  const picture = shape(node, "svg", {role: "img", "aria-label": title});
  picture.setAttribute("viewBox", `0 0 460 ${draw(picture)}`);
  node.append(element("figcaption", {}, text));
  column.append(node);
}

function table(id, headings, rows) {
  const cells = (name, row) => element("tr", {}, ...row.map(cell => element(name, {}, cell == null ? "" : String(cell))));
  document.getElementById(id).append(element("table", {}, cells("th", headings), ...rows.map(row => cells("td", row))));
}

const blocks = ["exact", "selective"].map(name => ({
  name,
  totals: ladder.totals.filter(total => total.block === name),
  growth: ladder.growth.filter(growth => growth.block === name),
  column: element("div", {className: "column"}),
})).filter(block => block.totals.length);

// Bars: nodes per position of each rung, with what the rung saves or adds compared with the rung above it.
function bars(block) {
  const run = block.totals.filter(total => total.positions > 0);
  const mean = total => total.last_nodes / total.positions;
  const before = total => mean(total) * (total.fewer_than_below ?? 1);
  const ends = run.flatMap(total => [mean(total), before(total)]).filter(nodes => nodes > 0);
  const [least, most] = [Math.min(...ends) / 3, Math.max(...ends)];
  const place = nodes => 165 + 200 * Math.max(0, Math.log(nodes / least) / Math.log(most / least));
  figure(block.column, `Nodes per position at depth ${block.totals[0].depth}: ${block.name} rungs`,
    "Logarithmic scale. Green: nodes that the rung saves, red: nodes that it adds, compared with the rung above it " +
    "(geometric mean over the positions). Point at a bar for the idea of its rung.", picture => {
      block.totals.forEach((total, index) => {
        const y = 4 + 17 * index, {term, idea} = caption[total.rung];
        shape(picture, "text", {class: "end", x: 160, y: y + 10}, total.rung.length > 24 ? total.rung.slice(0, 23) + "…" : total.rung,
          [total.rung, term].filter(Boolean).join(": "));
        if (!total.positions) return void shape(picture, "text", {class: "faint", x: 170, y: y + 10}, `more than ${short(ladder.header.max_nodes)} nodes`);
        const [own, other] = [place(mean(total)), place(before(total))];
        const bar = (kind, from, to, tooltip) => shape(picture, "rect", {class: kind, x: from, y, width: Math.max(0, to - from), height: 12}, null, tooltip);
        bar("bar", 165, own, `${total.rung}: ${grouped(Math.round(mean(total)))} nodes per position. ${idea}`);
        if (other > own) bar("saved", own, other, `${grouped(total.fewer_than_below, 2)} times fewer nodes than the rung above`);
        if (other < own) bar("lost", other, own, `${grouped(1 / total.fewer_than_below, 2)} times as many nodes as the rung above`);
        const times = total.fewer_than_below;
        const change = times == null || Math.abs(times - 1) < 0.005 ? "" : times > 1 ? ` ÷ ${times.toFixed(2)}` : ` × ${(1 / times).toFixed(2)}`;
        shape(picture, "text", {class: "faint", x: Math.max(own, other) + 4, y: y + 10}, short(mean(total)) + change);
      });
      return 10 + 17 * block.totals.length;
    });
}

// Lines: nodes of each depth; the first, the last and the most saving rungs have a colour and a name.
function lines(block) {
  const runs = block.totals.map(total => ({total, points: block.growth.filter(one => one.rung === total.rung && one.last_nodes > 0)}))
    .filter(run => run.points.length > 1);
  if (!runs.length) return;
  const weight = (run, index) => index === 0 || index === runs.length - 1 ? Infinity : Math.abs(Math.log(run.total.fewer_than_below ?? 1));
  const named = new Set(runs.map((run, index) => [weight(run, index), run]).sort((one, other) => other[0] - one[0]).slice(0, 6).map(pair => pair[1]));
  const points = runs.flatMap(run => run.points);
  const [first, last] = [Math.min(...points.map(one => one.depth)), Math.max(...points.map(one => one.depth))];
  const [least, most] = [Math.min(...points.map(one => one.last_nodes)), Math.max(...points.map(one => one.last_nodes))];
  const x = depth => 45 + 260 * (depth - first) / Math.max(1, last - first);
  const y = nodes => 230 - 215 * Math.log(nodes / least) / Math.max(1e-9, Math.log(most / least));
  figure(blocks[0].column, `Growth of the tree with depth: ${block.name} rungs`,
    "Nodes of each iteration, summed over the positions that the rung finished, on a logarithmic scale: a flatter line is a smaller branching factor.",
    picture => {
      for (let power = Math.ceil(Math.log10(least)); 10 ** power <= most; power++) {
        shape(picture, "line", {class: "grid", x1: 45, x2: 305, y1: y(10 ** power), y2: y(10 ** power)});
        shape(picture, "text", {class: "faint end", x: 42, y: y(10 ** power) + 4}, short(10 ** power));
      }
      for (let depth = first; depth <= last; depth++) shape(picture, "text", {class: "faint mid", x: x(depth), y: 248}, depth);
      shape(picture, "text", {class: "faint mid", x: 175, y: 264}, "depth in plies");
      const path = run => run.points.map(one => `${x(one.depth).toFixed(1)},${y(one.last_nodes).toFixed(1)}`).join(" ");
      for (const run of runs.filter(run => !named.has(run))) shape(picture, "polyline", {class: "thin", points: path(run)}, null, run.total.rung);
      const height = run => y(run.points.at(-1).last_nodes);
      let free = 12;
      const labels = runs.filter(run => named.has(run)).sort((one, other) => height(one) - height(other));
      labels.forEach((run, index) => {
        const style = `stroke:var(--c${index})`, room = 236 - 13 * (labels.length - 1 - index);
        shape(picture, "polyline", {class: "line", points: path(run), style}, null, run.total.rung);
        const top = Math.min(Math.max(height(run), free), room);
        free = top + 13;
        shape(picture, "line", {x1: x(run.points.at(-1).depth), y1: height(run), x2: 312, y2: top, style: style + ";opacity:.5"});
        shape(picture, "text", {x: 315, y: top + 4, style: `fill:var(--c${index})`}, run.total.rung.slice(0, 22));
      });
      return 270;
    });
}

function headline() {
  const node = document.getElementById("headline");
  const exact = blocks.find(block => block.name === "exact")?.totals.filter(total => total.positions > 0) ?? [];
  const runs = ladder.positions.flatMap(position => position.rungs.filter(run => run.agrees != null).slice(1));
  const wrong = ladder.positions.flatMap(position => position.rungs.filter(run => run.agrees === false)).length;
  const [first, last] = [exact[0], exact.at(-1)];
  if (exact.length > 1) {
    const pairs = ladder.positions.filter(position => position.block === first.block)
      .map(position => [first, last].map(total => position.rungs.find(run => run.rung === total.rung)?.last_nodes))
      .filter(pair => pair.every(nodes => nodes != null));
    const [more, fewer] = [0, 1].map(index => pairs.reduce((sum, pair) => sum + pair[index], 0) / Math.max(1, pairs.length));
    node.append(`To depth ${first.depth}, `, element("b", {}, last.rung), ` needs ${grouped(Math.round(fewer))} nodes per position and `,
      element("b", {}, first.rung), ` ${grouped(Math.round(more))}: ${grouped(Math.round(more / Math.max(1, fewer)))} times as many. `);
  }
  node.append(wrong ? element("b", {className: "bad"}, `Refuted: ${wrong} scores of exact rungs differ.`)
    : runs.length ? element("span", {className: "good"}, `All ${runs.length} compared scores of the exact rungs agree.`)
    : "No scores were compared.");
}

// Columns of the tables: heading and field of the JSON. A fraction is shown with the number of decimals that follows.
const TOTALS = [["positions", "positions"], ["nodes, all depths", "nodes"], ["nodes, last depth", "last_nodes"], ["leaves", "leaves"],
  ["quiescence", "qnodes"], ["ms", "time_ms"], ["nodes/s", "nps"], ["EBF", "ebf", 2], ["× previous depth", "ebf_ratio", 2],
  ["1st-move cutoffs, %", "cut_first_pct", 1], ["mean cutoff index", "mean_cut_index", 2], ["TT hits, %", "table_hit_pct", 1],
  ["TT cutoffs, %", "table_cut_pct", 1], ["÷ rung above", "fewer_than_below", 2], ["÷ minimax", "fewer_than_minimax", 2],
  ["leaves/oracle", "leaves_per_oracle", 2], ["scores agree", "agreeing"], ["other moves", "other_moves"]];
const RUNS = [["nodes, all depths", "nodes"], ["nodes, last depth", "last_nodes"], ["leaves", "leaves"], ["quiescence", "qnodes"],
  ["ms", "time_ms"], ["EBF", "ebf", 2], ["1st-move cutoffs, %", "cut_first_pct", 1], ["TT hits, %", "table_hit_pct", 1]];
const fields = (columns, record) => columns.map(([, field, places]) => grouped(record[field], places));

headline();
document.getElementById("charts").append(...blocks.map(block => block.column));
blocks.forEach(bars);
blocks.forEach(lines);
table("rungs", ["rung", "term", "idea"], captions.map(({rung, term, idea}) => [rung, term, idea]));
table("totals", ["rung", "depth", ...TOTALS.map(column => column[0])],
  ladder.totals.map(total => [total.rung, total.depth, ...fields(TOTALS, total)]));
const score = run => run.score == null ? "" : run.score.cp != null ? `cp ${run.score.cp}` : `mate ${run.score.mate}`;
table("positions", ["position", "depth", "rung", ...RUNS.map(column => column[0]), "score", "best", "agrees"],
  ladder.positions.flatMap(position => position.rungs.map(run => [position.id, position.depth, run.rung, ...fields(RUNS, run), score(run), run.best,
    run.agrees == null ? "" : run.agrees ? "yes" : "NO"])));
if (students.length) table("students", ["student program", "position", "rung", "depth", "its nodes", "nodes of Glulam"],
  students.map(one => [one.program, one.position, one.rung, one.depth, grouped(one.nodes), grouped(one.own_nodes)]));
const {engine, cpu, compiler, hash, max_nodes} = ladder.header;
document.getElementById("conditions").append(`${engine}, ${cpu ?? "unknown processor"}, ${compiler ?? "unknown compiler"}, hash ${hash} MiB, evaluator ` +
  `${ladder.evaluator}, at most ${grouped(max_nodes)} nodes per search. Times vary from run to run; all other numbers are the same on every run and machine. Command: `,
  element("code", {}, ...command.split(" ").flatMap(word => [element("span", {className: word.length < 36 ? "word" : ""}, word), " "])));
