"use strict";
// The player of `engine explain --format html`: shows search trees event by event.
//
// `data` (written by src/tools/explain/html/data.rs) contains the shown nodes of each tree, parents before children. An event
// is one step of a search: a node is entered or left, or its parent receives the score (`update`). The steps of
// several trees are merged by the number of nodes visited.
(() => {
  if (!document.querySelector(".player")) return;
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const GLYPHS = {K:"♚",Q:"♛",R:"♜",B:"♝",N:"♞",P:"♟"};
  const MAX_ROWS = 26, SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  // Playing the page takes at most this time at the speed that is set at first, but its speed is at least 5 steps per second.
  const PLAYING_SECONDS = 120, SLOWEST = 2;
  const number = value => value.toLocaleString("en");
  const isNarrow = () => matchMedia("(max-width: 760px)").matches;
  const plural = (count, one) => number(count) + " " + one + (count === 1 ? "" : "s");
  const element = (name, attributes = {}, text = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  const escaped = text => text.replace(/[&<>"]/g, sign => ({"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"})[sign]);

  // Formats a score of the side to move (`turn`) from White's point of view.
  const score = (value, turn) => {
    const white = turn === "w" ? value : -value;
    const size = Math.abs(white), winner = white > 0 ? "White" : "Black";
    if (size >= data.infinite) return white > 0 ? "+∞" : "−∞";
    if (size >= data.mateLimit) return winner + " mates in " + Math.ceil((data.mate - size) / 2);
    return (white < 0 ? "−" : "+") + (Math.trunc(size * 100 / data.trees[0].pawn) / 100).toFixed(2);
  };
  // An end of the window of a node. No score can be beyond a mate at this ply, so such an end is no limit.
  const windowEnd = (value, ply) => score(Math.abs(value) >= data.mate - ply - 1 ? Math.sign(value) * data.infinite : value, "w");
  const side = turn => turn === "w" ? "White" : "Black";

  // --- Trees and events ---------------------------------------------------------------------------------------------

  const MOVE = "move", PASS = "pass";
  const trees = data.trees.map((source, index) => {
    const symbols = [...source.symbols], dictionary = new Map(source.words.map((word, at) => [symbols[at], word]));
    const decoded = text => [...text].map(symbol => dictionary.get(symbol)).join("");
    const nodes = [];
    for (const [id, row] of source.nodes.entries()) {
      const node = {id, children: []};
      nodes.push(node);
      data.fields.forEach((field, column) => { node[field] = row[column]; });
      data.flags.forEach((flag, bit) => { node[flag] = Boolean(node.flags >> bit & 1); });
      node.via = data.links[node.via];
      node.turn = node.black ? "b" : "w";
      for (const field of ["label", "san", "sentence"]) node[field] = decoded(node[field]);
      [node.byFrom, node.byTo] = node.by.length ? node.by : [-1, -1];
      node.squares = [...(node.parent < 0 ? node.board : nodes[node.parent].squares)];
      if (node.parent >= 0)
        for (let at = 0; at < node.board.length; at += 2) node.squares[data.squares.indexOf(node.board[at])] = node.board[at + 1];
      node.reason = data.reasons[node.reason];
      node.size = Math.max(1, node.nodes);
    }
    const roots = [];
    for (const node of nodes) {
      node.up = node.parent < 0 ? null : nodes[node.parent];
      (node.up ? node.up.children : roots).push(node);
    }
    return {...source, index, nodes, roots, zoom: null, filter: null};
  });

  // Height of a row of the charts.
  const ROW = trees.some(({nodes}) => nodes.some(node => node.ply > 4)) ? 18 : 28;

  // Whether the score of `child` counts for the best move: ProbCut, null moves and repeated searches do not.
  const counts = (node, child) => child.via === MOVE && child.final && child.value !== null && -child.beta < node.beta;

  // Whether a late move was searched with less depth than the first move of the node.
  const isReduced = (node, child) => {
    const first = node.children.find(one => one.via === MOVE && -one.beta < node.beta);
    return !node.quiescence && child.via === MOVE && -child.beta < node.beta && child.depth < Math.min(first.depth, node.depth - 1);
  };

  // Whether a search is the repetition of an earlier one: the label says "(second search)".
  const isAgain = node => node.via === "again" || / search\)$/.test(node.label);
  // Whether a later move of a node with a wider window was searched with a zero window.
  const isZero = (node, child) => !node.quiescence && child.via === MOVE && -child.beta < node.beta
    && child.beta - child.alpha === 1 && node.beta - node.alpha > 1;

  const events = [];
  const traceTree = tree => {
    let clock = 0;
    const own = tree.events = [];
    const add = event => { event.tree = tree; event.at = own.length; event.clock = clock; own.push(event); };
    const visit = node => {
      clock += node.up ? 1 : 0;
      node.entered = own.length;
      add({kind: "enter", node});
      let best = null, alpha = node.alpha;
      for (const child of node.children) {
        if (node.quiescence && child.via === MOVE) alpha = Math.max(alpha, -child.beta);
        visit(child);
        if (child.value === null) continue;
        const cut = child.last && node.reason.name !== "searched_all" && node.value !== null && !node.restChildren
          && (node.reason.name === "beta_cut" || ["null_move", "probcut"].includes(node.reason.name));
        const better = counts(node, child) && (best === null || -child.value > best);
        const changes = better && (!tree.prunes || best === null && alpha === -data.infinite || -child.value > alpha);
        if (better) { best = -child.value; alpha = Math.max(alpha, best); }
        child.updated = own.length;
        add({kind: "update", node, child, cut, better, changes});
      }
      if (node.restChildren) { clock += node.restNodes; add({kind: "rest", node}); }
      node.left = own.length;
      add({kind: "leave", node, cut: node.reason.name === "beta_cut" && node.restChildren > 0});
    };
    tree.roots.forEach(visit);
    let cuts = 0, entered = 0;
    for (const event of own) {
      event.entered = entered += event.kind === "enter" && event.node.up ? 1 : 0;
      // The root is not a node of the search, so its cutoff does not count.
      event.betaCuts = cuts += event.cut && event.node.up && event.node.reason.name === "beta_cut" ? 1 : 0;
      events.push(event);
    }
  };
  trees.forEach(traceTree);
  events.sort((one, other) => one.clock - other.clock || one.tree.index - other.tree.index || one.at - other.at);
  events.forEach((event, step) => { event.step = step; });
  const last = events.length - 1;

  // --- State at a step ----------------------------------------------------------------------------------------------

  let speed = SPEEDS.findIndex((perSecond, at) => at >= SLOWEST && last <= perSecond * PLAYING_SECONDS);
  if (speed < 0) speed = SPEEDS.length - 1;
  let step = 0, timer = null, touring = null, predict = false, drill = null, verdict = "", asked = null, answered = -1, right = 0, wrong = 0;
  const bestAt = (node, now) => {
    let best = null;
    for (const child of node.children)
      if (child.updated <= now && counts(node, child) && (!best || -child.value > -best.value)) best = child;
    return best;
  };
  const alphaAt = (tree, node, now) => {
    if (!tree.prunes) return -data.infinite;
    let alpha = node.alpha;
    const first = node.children.find(child => child.via === MOVE);
    if (node.quiescence && first && first.entered <= now) alpha = Math.max(alpha, -first.beta);
    const best = bestAt(node, now);
    return best ? Math.max(alpha, -best.value) : alpha;
  };
  const isLeft = (node, now) => node.left <= now;
  const about = (tree, node) => node.label + ": " + (isLeft(node, tree.now) ? node.sentence : "still open.");

  const sentence = event => {
    const {kind, node, child} = event;
    if (kind === "enter" && node.via === PASS)
      return `${node.label}: null move. ${side(node.up.turn)} passes, and the reply is searched with depth ${Math.max(0, node.depth)} instead of ${node.up.depth - 1}.`;
    if (kind === "enter" && node.up && isAgain(node)) return node.label + ": re-search with depth " + node.depth + ".";
    if (kind === "enter" && node.up && isReduced(node.up, node)) return `${node.label}: reduced search, depth ${node.depth} instead of ${node.up.depth - 1}.`;
    if (kind === "enter") return node.label + ": search with depth " + node.depth
      + (!node.up && isGuess(node) ? ` and the window ${windowOf(node)}, a guess around the scores of the last iterations.` : ".");
    if (kind === "rest") return node.label + ": " + plural(node.restChildren, "more child").replace("childs", "children")
      + " (" + plural(node.restNodes, "node") + ") not shown.";
    if (kind === "leave") return node.label + ": " + node.sentence;
    if (event.cut) return "Cutoff at " + node.label + ". " + node.sentence;
    if (child.via === PASS) return node.label + ": the null move does not reach beta.";
    if (child.via !== MOVE) return node.label + ": the second search of this position has ended.";
    const first = isReduced(node, child) ? `, searched with depth ${child.depth} instead of ${node.depth - 1},`
      : isZero(node, child) ? ", searched with a zero window," : "";
    if (!child.final) return node.label + ": " + child.label + (first ? first + " is better than alpha: it is searched again."
      : " is searched again with another depth or window.");
    const value = score(-child.value, node.turn);
    if (event.better) return node.label + ": best move so far " + child.label + ", " + value + (event.changes ? "." : ", but a move elsewhere is better.");
    const best = bestAt(node, event.at);
    return node.label + ": " + child.label + first + " does not improve the best score"
      + (best ? " " + score(-best.value, node.turn) : "") + ".";
  };

  // Keys of the pseudocode line that an event executes, best match first.
  const codeKeys = event => {
    const {kind, node, child} = event;
    const prefix = node.quiescence ? ["q_", ""] : [""];
    const after = () => {
      if (event.cut) return child.via === MOVE ? "cut" : node.reason.key;
      if (child.via === PASS) return "pass";
      // The tests of ProbCut and of singular extensions.
      if (child.via !== MOVE || -child.beta >= node.beta) return "prune";
      if (isReduced(node, child)) return "reduce";
      if (isZero(node, child)) return "zero";
      return event.changes ? "alpha" : "best";
    };
    const key = kind === "enter" ? "enter" : kind === "rest" ? "loop" : kind === "leave" ? node.reason.key : after();
    return [key, kind === "update" ? "best" : "return", "best", "return"].flatMap(name => prefix.map(before => before + name));
  };

  // --- Building the page --------------------------------------------------------------------------------------------

  // The heading of a tree: the search of the lesson, and standard terms with the layer name behind.
  const title = tree => {
    const searches = data.lesson ? data.lesson.searches : [], shown = searches.filter(search => search.shown)[tree.index];
    const name = tree.terms ? tree.terms[0].toUpperCase() + tree.terms.slice(1) + ` (${tree.rung})` : tree.rung;
    return (shown ? `Search ${searches.indexOf(shown) + 1}: ` : "") + name;
  };
  const build = tree => {
    const root = document.createElement("section"), detail = document.createElement("section");
    const shown = tree.nodes.length - tree.roots.length;
    const counted = data.reasons.map((reason, index) => ({reason, all: tree.counts[index], shown: 0})).filter(count => count.all);
    for (const node of tree.nodes) if (node.up) counted.find(count => count.reason === node.reason).shown += 1;
    tree.cuts = (counted.find(count => count.reason.name === "beta_cut") || {all: 0}).all;
    const legend = counted.sort((one, other) => other.shown - one.shown || other.all - one.all).map(({reason, all, shown}) => {
      const text = `${reason.term} ${number(all)}`, title = `${number(shown)} of ${plural(all, "node")} shown`;
      return shown ? `<button type="button" data-f="${reason.name}" data-all="${all}" data-shown="${shown}" title="${title}" style="--h:${reason.hue}" aria-pressed="false">${text}</button>`
        : `<span data-all="${all}" title="${title}">${text}</span>`;
    }).join(" ");
    const deepest = Math.max(1, ...tree.nodes.map(node => node.ply));
    const kinds = [["reduced", "low box: reduced depth", node => isReduced(node.up, node) && !isAgain(node)], ["again", "thick edge: re-search", isAgain], ["pass", "dashed: null move", node => node.via === PASS]];
    const key = kinds.filter(([, , test]) => tree.nodes.some(node => node.up && test(node))).map(([, text]) => text).join(" · ");
    root.className = "tree";
    root.innerHTML = `
      <h2>${escaped(title(tree))}</h2>
      <p class="count"><output class="visited"></output> <span class="note">Depth ${tree.depth}, ${escaped(tree.evaluator)}${tree.stopped ? "; stopped before the end" : ""}.</span></p>
      <div class="place"><div class="squares"></div><p class="caption"></p></div>
      <div class="chart" tabindex="0" role="group" aria-label="Search tree as a chart; z zooms in, x zooms out"></div>
      <p class="tip" aria-hidden="true"></p>
      <p class="legend scroll"><button type="button" class="out">Zoom out</button> ${legend}</p>
      <p class="note key">${key}</p>`;
    detail.className = "detail";
    detail.innerHTML = `
      <pre class="code" aria-label="Pseudocode of this search"></pre>
      <div class="scroll"><table class="path"><caption>Open path (scores for White)</caption><thead><tr><th>ply<th>move
        <th class="r" title="Lower end of the window">alpha<th class="r" title="Upper end of the window">beta
        <th class="r">best</tr></thead><tbody></tbody></table></div>
      <p class="note windows"></p>`;
    const nodes = document.createElement("details");
    nodes.className = "lines";
    nodes.innerHTML = `<summary>Nodes of ${escaped(title(tree))} as a list</summary>
      <label class="depth">Unfold the list to ply <input type="range" min="0" max="${deepest}" value="1"><span><output>1</output> of ${deepest}</span></label>
      <div class="list scroll" tabindex="-1"></div>`;
    document.querySelector("main").append(root);
    (document.querySelector(".code-place") || document.querySelector("aside")).append(detail);
    document.querySelector(".below").append(nodes);
    tree.element = root; tree.detail = detail; tree.lists = nodes;
    for (const name of ["visited", "chart", "tip", "squares", "caption"]) tree[name] = root.querySelector("." + name);
    tree.code = detail.querySelector(".code"); tree.note = detail.querySelector(".windows"); tree.list = nodes.querySelector(".list");
    tree.rows = detail.querySelector(".path tbody");
    tree.executed = new Set(tree.events.flatMap(linesOf));
    tree.code.replaceChildren(...tree.lines.map((line, index) => {
      const made = document.createElement("span");
      // A minus sign is not a hyphen, so no line breaks after it.
      made.textContent = line.text.replace(/(^|[^a-z])-(?=\S)/g, "$1−");
      if (tree.executed.has(index)) {
        made.tabIndex = 0;
        made.title = "Go to the next step that executes this line";
        made.setAttribute("role", "button");
      }
      made.style.setProperty("--i", line.text.search(/\S/));
      return made;
    }));
    if (!tree.lines.length) tree.code.remove();
    buildList(tree);
  };

  const buildList = tree => {
    const make = node => {
      const details = document.createElement("details");
      details.className = "n future";
      details.dataset.r = node.reason.name;
      details.dataset.p = node.ply;
      details.style.setProperty("--h", node.reason.hue);
      details.open = node.ply < 1;
      const skipped = node.leftOut ? `<s title="moves that are not searched">${number(node.leftOut)}</s> ` : "";
      details.innerHTML = `<summary><b>${escaped(node.label)}</b> <i>${node.reason.term}</i> <span>${escaped(node.sentence)} ${skipped}</span><small>[${plural(node.nodes, "node")}]</small></summary>`;
      for (const child of node.children) details.append(make(child));
      if (node.restChildren)
        details.insertAdjacentHTML("beforeend", `<p class="more">and ${number(node.restChildren)} more (${plural(node.restNodes, "node")})</p>`);
      node.item = details;
      details.node = node;
      return details;
    };
    tree.list.replaceChildren(...tree.roots.map(make));
    tree.painted = -1;
  };

  // --- Drawing ------------------------------------------------------------------------------------------------------

  const drawChart = tree => {
    const width = Math.max(200, Math.floor(tree.chart.clientWidth));
    const svg = element("svg", {class: "icicle", role: "img", "aria-label": "Width: nodes searched. Colour: reason why the node ended."});
    const hatch = element("pattern", {id: "hatch" + tree.index, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"});
    hatch.append(element("line", {class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6}));
    svg.append(element("defs"));
    svg.firstChild.append(hatch);
    tree.drawn = [];
    let rows = 0;
    const box = (x, row, wide, kind, title) => {
      const group = element("g", {class: kind});
      group.append(element("rect", {x: x.toFixed(2), y: row * ROW, width: Math.max(0.6, wide - 0.6).toFixed(2), height: ROW - 2, rx: 1}));
      if (title) group.append(element("title", {}, title));
      svg.append(group);
      rows = Math.max(rows, row + 1);
      return group;
    };
    const addHatch = (group, x, row, wide) => {
      group.append(element("rect", {class: "quiet", fill: `url(#hatch${tree.index})`, x: x.toFixed(2), y: row * ROW, width: Math.max(0.6, wide - 0.6).toFixed(2), height: ROW - 2}));
    };
    const drawNode = (node, x, row, wide) => {
      if (row >= MAX_ROWS) return;
      const again = node.up && isAgain(node), reduced = node.up && !again && isReduced(node.up, node);
      const group = box(x, row, wide, "node" + (node.via === PASS ? " null" : ""));
      group.dataset.id = node.id;
      group.firstChild.style.fill = `hsl(${node.reason.hue} 60% var(--fill))`;
      // A reduced search is a low box, a re-search has a thick left edge.
      if (reduced) { group.firstChild.setAttribute("y", row * ROW + ROW * 0.3); group.firstChild.setAttribute("height", ROW * 0.7 - 2); }
      if (again) group.append(element("rect", {class: "again", x: x.toFixed(2), y: row * ROW, width: Math.min(4, wide / 2).toFixed(2), height: ROW - 2}));
      if (node.quiescence) addHatch(group, x, row, wide);
      const letters = Math.floor((wide - 10) / 7);
      if (letters >= 3) {
        const brief = node.via === PASS ? "pass" : node.san;
        const fitting = [node.label, brief].find(text => text && text.length <= letters) || "";
        // A label that does not fit is left out.
        if (fitting) group.append(element("text", {x: (x + 6).toFixed(1), y: row * ROW + (reduced ? ROW - 5 : ROW / 2 + 3), class: reduced ? "low" : ""}, fitting));
      }
      if (node.leftOut && wide > 5) {
        const edge = x + Math.max(0.6, wide - 0.6), low = row * ROW + ROW - 2, notch = Math.min(9, wide / 2);
        group.append(element("path", {class: "notch", d: `M${edge} ${low}V${low - notch}L${edge - notch} ${low}Z`}));
      }
      tree.drawn.push({node, group});
      drawChildren(node, x, row + 1, wide);
    };
    const drawChildren = (node, x, row, wide) => {
      let from = x, small = 0, smallNodes = 0, smallFrom = x, at = Infinity;
      const flush = () => {
        if (small && from - smallFrom > 0.4 && row < MAX_ROWS) {
          const group = box(smallFrom, row, from - smallFrom, "fold", plural(small, "small subtree") + ", " + plural(smallNodes, "node"));
          tree.drawn.push({from: at, group});
        }
        small = smallNodes = 0; at = Infinity;
      };
      for (const child of node.children) {
        const share = wide * child.size / node.size;
        if (share < 2) {
          if (!small) { smallFrom = from; at = child.entered; }
          small += 1; smallNodes += child.nodes; from += share;
        } else { flush(); drawNode(child, from, row, share); from += share; }
      }
      flush();
      if (node.restChildren && row < MAX_ROWS) {
        const share = wide * node.restNodes / node.size;
        if (share > 0.4) {
          const group = box(from, row, share, "fold", `${number(node.restChildren)} more (${plural(node.restNodes, "node")}), not shown`);
          if (share > 60) group.append(element("text", {x: (from + 4).toFixed(1), y: row * ROW + ROW / 2 + 3}, (share > 150 ? "and " : "") + number(node.restChildren) + " more"));
          tree.drawn.push({from: node.left, group});
        }
      }
    };
    if (tree.zoom) {
      const path = [];
      for (let node = tree.zoom.up; node; node = node.up) path.unshift(node);
      path.forEach((node, row) => {
        const group = box(0, row, width, "node above");
        group.dataset.id = node.id;
        group.firstChild.style.fill = `hsl(${node.reason.hue} 60% var(--fill))`;
        if (node.quiescence) addHatch(group, 0, row, width);
        group.append(element("text", {x: 4, y: row * ROW + ROW / 2 + 3}, node.label));
        tree.drawn.push({node, group});
      });
      drawNode(tree.zoom, 0, path.length, width);
    } else {
      const all = tree.roots.reduce((sum, root) => sum + root.size, 0);
      let x = 0;
      for (const root of tree.roots) { const share = width * root.size / all; if (share >= 1) drawNode(root, x, 0, share); x += share; }
    }
    const height = Math.max(1, rows) * ROW;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    tree.svg = svg;
    tree.chart.replaceChildren(svg);
    tree.element.querySelector(".out").disabled = !tree.zoom;
  };

  const paintChart = tree => {
    const now = tree.now;
    for (const {node, group, from} of tree.drawn) {
      const list = group.classList;
      if (!node) { list.toggle("future", from > now); continue; }
      list.toggle("future", node.entered > now);
      list.toggle("open", node.entered <= now && !isLeft(node, now));
      list.toggle("selected", node === tree.selected);
      list.toggle("dim", tree.filter !== null && node.reason.name !== tree.filter);
      list.toggle("uncut", !isLeft(node, now) && !node.children.some(child => child.updated <= now && tree.events[child.updated].cut));
    }
  };

  // Formats 64 squares as in a FEN.
  const placement = squares => squares.join("").match(/.{8}/g).map(rank => rank.replace(/\.+/g, empty => empty.length)).join("/");
  const centre = square => [square % 8 + 0.5, Math.floor(square / 8) + 0.5];
  const drawBoard = tree => {
    const node = tree.selected, now = tree.now;
    const board = element("svg", {class: "board", viewBox: "-0.45 -0.1 8.55 8.55", role: "img", "aria-label": "Board after " + node.label + ": " + placement(node.squares)});
    node.squares.forEach((piece, index) => {
      const x = index % 8, y = index >> 3;
      const moved = node.from >= 0 && (index === node.from || index === node.to);
      board.append(element("rect", {class: ((x + y) % 2 ? "d" : "l") + (moved ? " moved" : ""), x, y, width: 1, height: 1}));
      if (moved) board.append(element("rect", {class: "last", x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92}));
      const glyph = GLYPHS[piece.toUpperCase()];
      if (glyph) board.append(element("text", {class: piece === piece.toUpperCase() ? "white" : "black", x: x + 0.5, y: y + 0.8}, glyph + "\ufe0e"));
    });
    for (let index = 0; index < 8; index++) {
      board.append(element("text", {class: "mark", x: index + 0.5, y: 8.35}, tree.files[index]));
      board.append(element("text", {class: "mark", x: -0.22, y: index + 0.62}, tree.ranks[index]));
    }
    const arrow = (from, to, kind) => {
      const [x1, y1] = centre(from), [x2, y2] = centre(to);
      const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
      const [bx, by] = [x2 - ux * 0.5, y2 - uy * 0.5];
      board.append(element("line", {class: "arrow " + kind, x1: x1 + ux * 0.25, y1: y1 + uy * 0.25, x2: bx, y2: by}));
      board.append(element("polygon", {class: "head " + kind, points: `${x2 - ux * 0.12},${y2 - uy * 0.12} ${bx - uy * 0.2},${by + ux * 0.2} ${bx + uy * 0.2},${by - ux * 0.2}`}));
    };
    const cut = tree.prunes && node.reason.name === "beta_cut";
    const decided = isLeft(node, now) || node.children.some(child => child.updated <= now && child.last);
    if (decided && node.byFrom >= 0) arrow(node.byFrom, node.byTo, cut ? "refutation" : "best");
    else {
      const best = bestAt(node, now);
      if (best) arrow(best.from, best.to, "best");
    }
    tree.squares.replaceChildren(board);
    const moves = [];
    for (let at = node; at; at = at.up) if (at.san) moves.unshift(at.label);
    tree.caption.textContent = (moves.length ? moves.join(" ") : "Root position, " + node.label) + ". " + side(node.turn) + " to move."
      + (decided && node.byFrom >= 0 ? (cut ? " Red arrow: the refutation." : " Green arrow: the best move.") : "");
  };

  // Whether the window of a root is an aspiration window, and not open.
  const isGuess = root => root.alpha > -data.infinite || root.beta < data.infinite;
  const windowOf = node => (node.turn === "w" ? [node.alpha, node.beta] : [-node.beta, -node.alpha]).map(value => windowEnd(value, node.ply)).join(" to ");
  const note = (tree, [root, ...below]) => {
    if (!tree.prunes) return "Minimax has no alpha and beta: it searches every move.";
    const node = below.length ? below[below.length - 1] : root;
    return (isGuess(root)
      ? `The window of the root (${windowOf(root)}) is a guess around the scores of the last iterations: an aspiration window. If the score is outside, `
        + "the root is searched again with a wider window. Below the root, White raises alpha and Black lowers beta by the moves already searched."
      : "alpha: White already has at least this score. beta: Black already holds White to at most this score.")
      + (node.turn === "b" ? " " + asPseudocode(tree, node) : "")
      + (node.beta - node.alpha === 1 ? " The selected node has a zero window: it only asks on which side of it the score is." : "");
  };

  // The values of the pseudocode at a node of Black: it sees all scores from the side to move.
  const asPseudocode = (tree, node) => {
    const best = bestAt(node, tree.now), values = [["alpha", windowEnd(alphaAt(tree, node, tree.now), node.ply)], ["beta", windowEnd(node.beta, node.ply)]];
    if (best) values.push(["best", score(-best.value, "w")]);
    return `The pseudocode sees scores from the side to move, here Black: ${values.map(pair => pair.join(" ")).join(", ")}.`;
  };

  const drawPath = tree => {
    const now = tree.now, path = [];
    for (let node = tree.selected; node; node = node.up) path.unshift(node);
    tree.note.textContent = note(tree, path);
    tree.rows.replaceChildren(...path.map(node => {
      const row = document.createElement("tr");
      const alpha = alphaAt(tree, node, now);
      const [white, black] = node.turn === "w" ? [alpha, node.beta] : [-node.beta, -alpha];
      const done = isLeft(node, now), best = bestAt(node, now);
      const shown = done && node.value !== null ? score(node.value, node.turn) : best ? score(-best.value, node.turn) : "–";
      row.className = node === tree.selected ? "selected" : "";
      row.dataset.id = node.id;
      row.innerHTML = `<td>${node.ply}<td><button type="button" data-go="${node.id}">${escaped(node.label)}</button><td class="r">${tree.prunes ? windowEnd(white, node.ply) : "–"}<td class="r">${tree.prunes ? windowEnd(black, node.ply) : "–"}<td class="r">${shown}`;
      return row;
    }));
  };

  // The number of the pseudocode line that an event executes; -1 for none.
  const lineOf = event => {
    for (const key of codeKeys(event)) {
      const line = event.tree.lines.findIndex(one => one.keys.includes(key));
      if (line >= 0) return line;
    }
    return -1;
  };
  // The number of the line from which the entered node was called; -1 for other events.
  const callOf = ({kind, node, tree}) => {
    if (kind !== "enter" || !node.up || node.via !== MOVE) return -1;
    const key = !node.quiescence ? "search" : node.up.quiescence ? "q_search" : "horizon";
    return tree.lines.findIndex(line => line.keys.includes(key));
  };
  // The numbers of both lines.
  const linesOf = event => [lineOf(event), callOf(event)].filter(line => line >= 0);
  const markCode = tree => {
    const event = tree.events[tree.now], line = event ? lineOf(event) : -1, call = event ? callOf(event) : -1;
    [...tree.code.children].forEach((one, index) => {
      one.classList.toggle("now", index === line);
      one.classList.toggle("call", index === call);
    });
  };

  const paintList = tree => {
    // Only the nodes of the events since the last call can change.
    const [before, after] = [tree.painted, tree.now].sort((one, other) => one - other);
    for (const {node} of tree.events.slice(before + 1, after + 1)) {
      node.item.classList.toggle("future", node.entered > tree.now);
      node.item.classList.toggle("done", isLeft(node, tree.now));
    }
    tree.painted = tree.now;
    const item = tree.selected.item;
    if (tree.marked !== item) {
      if (tree.marked) tree.marked.classList.remove("selected");
      item.classList.add("selected");
      tree.marked = item;
      for (let at = tree.selected.up; at; at = at.up) at.item.open = true;
      // A closed list has no layout, and asking for one takes most of the time of a step.
      if (!tree.lists.open) return;
      const line = item.firstChild, box = tree.list;
      const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (top < 0 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
    }
  };

  // --- Controls -----------------------------------------------------------------------------------------------------

  document.querySelector(".player").innerHTML = `
    <div class="buttons" role="toolbar" aria-label="Player">
      <button type="button" data-do="home" title="First step (Home)">|◀</button>
      <button type="button" data-do="back" title="One step back (←)">◀</button>
      <button type="button" data-do="play" title="Play or pause (space)">▶ Play</button>
      <button type="button" data-do="forward" title="One step forward (→)">Step ▶</button>
      <button type="button" data-do="cut" title="Next cutoff, or next node of the reason that is selected below the chart (c)">Next cut</button>
      ${data.lesson ? '<button type="button" data-do="tour" title="Show the idea of this lesson in a loop (i)">↻ Idea</button>' : ""}
      <button type="button" data-do="more" aria-expanded="false" aria-label="More controls">⋯</button><span class="extra">
      <button type="button" data-do="end" title="Last step (End)">▶|</button>
      <button type="button" data-do="best" title="Next change of the best move at the root (b)">Next best move</button>
      <button type="button" data-do="out" title="Step out of this node (o)">Step out</button>
      <label><select data-do="speed" aria-label="Speed" title="Speed in steps per second (+ and −)">${SPEEDS.map(value => `<option value="${value}">${value} per s</option>`).join("")}</select></label>
      <label><input type="checkbox" data-do="predict"> Predict</label>
      <button type="button" data-do="copy" title="Copy picture as SVG (y)">Copy</button>
      <button type="button" data-do="help" title="Keys (?)" aria-expanded="false">?</button></span>
    </div>
    <div class="time"><canvas aria-hidden="true"></canvas><input type="range" data-do="scrub" min="0" max="${last}" value="${last}" aria-label="Step"></div>
    <p class="event"><output class="where"></output> <span class="say" aria-live="polite" role="status"></span></p>
    <div class="question" hidden role="group" aria-label="Predict mode"></div>
    <dl class="keys" hidden>
      <dt>Space</dt><dd>play, pause</dd><dt>→ ←</dt><dd>one step forward, back</dd><dt>Home End</dt><dd>first, last step</dd>
      <dt>c</dt><dd>next cutoff, or next node of the selected reason</dd><dt>b</dt><dd>next change of the best move at the root</dd><dt>o</dt><dd>step out of this node</dd>
      <dt>+ −</dt><dd>faster, slower</dd><dt>↓ ↑</dt><dd>select the next, previous node of the list</dd><dt>p</dt><dd>select the parent</dd>
      <dt>z x</dt><dd>zoom in to the selected node, zoom out</dd><dt>i</dt><dd>show the idea of the lesson in a loop</dd><dt>d</dt><dd>predict mode; 1 2 3 answer</dd><dt>y</dt><dd>copy picture (SVG)</dd><dt>?</dt><dd>show or hide these keys</dd>
    </dl>`;
  const control = name => document.querySelector(`[data-do=${name}]`);
  const where = document.querySelector(".where"), say = document.querySelector(".say");
  const question = document.querySelector(".question"), keys = document.querySelector(".keys");
  control("speed").value = SPEEDS[speed];

  // Marks of cutoffs on the slider: the number of cutoffs per 4 pixels, as density.
  const drawMarks = () => {
    const canvas = document.querySelector(".time canvas"), width = canvas.clientWidth, bins = new Array(Math.ceil(width / 4) + 1).fill(0);
    canvas.width = width; canvas.height = 10;
    const paint = canvas.getContext("2d");
    paint.fillStyle = getComputedStyle(canvas).color;
    for (const event of events) if (event.cut) bins[Math.floor((8 + (width - 16) * event.step / Math.max(1, last)) / 4)] += 1;
    const most = Math.max(1, ...bins);
    bins.forEach((count, bin) => { const height = Math.round(10 * Math.sqrt(count / most)); paint.fillRect(4 * bin, 10 - height, 3, height); });
  };

  // The tree whose event is the current step.
  const active = () => events[step].tree;
  const refresh = () => {
    for (const tree of trees) {
      paintChart(tree); drawBoard(tree); drawPath(tree); markCode(tree); paintList(tree);
      const event = tree.events[tree.now], clock = event ? event.clock : 0;
      const ended = tree.now === tree.events.length - 1;
      const cuts = event ? event.betaCuts : 0;
      tree.tip.textContent = "";
      tree.visited.textContent = ended ? `${plural(clock, "node")}. ${plural(tree.cuts, "beta cutoff")}. Answer: ${tree.result}.`
        : `${plural(clock, "node")} so far. Still searching.`;
      tree.visited.title = `Shown: ${plural(event ? event.entered : 0, "node")} and ${plural(cuts, "beta cutoff")}.`;
    }
    where.textContent = `Step ${number(step)} of ${number(last)}.`;
    control("scrub").value = step;
  };

  const announce = () => {
    const event = events[step];
    const name = data.lesson ? title(event.tree).split(":")[0] : event.tree.rung;
    say.textContent = (trees.length > 1 ? name + ": " : "") + sentence(event);
  };

  const goTo = (wanted, write = true) => {
    step = Math.min(last, Math.max(0, wanted));
    for (const tree of trees) {
      while (tree.now + 1 < tree.events.length && tree.events[tree.now + 1].step <= step) tree.now += 1;
      while (tree.now >= 0 && tree.events[tree.now].step > step) tree.now -= 1;
      if (tree.now >= 0) tree.selected = tree.events[tree.now].node;
    }
    for (const tree of trees) if (tree.zoom && !isBelow(tree.selected, tree.zoom)) { tree.zoom = null; drawChart(tree); }
    refresh();
    announce();
    if (write && !timer && !touring) history.replaceState(null, "", "#step=" + step);
  };
  const isBelow = (node, top) => { for (let at = node; at; at = at.up) if (at === top) return true; return false; };

  const select = (tree, node) => {
    if (node.entered > tree.now) goTo(tree.events[node.entered].step);
    tree.selected = node;
    refresh();
    say.textContent = about(tree, node);
  };

  const pause = () => {
    clearInterval(timer);
    clearTimeout(touring);
    timer = touring = null;
    control("play").textContent = "▶ Play";
    history.replaceState(null, "", "#step=" + step);
  };
  const play = () => {
    if (timer || touring) return pause();
    if (step === last) goTo(0);
    const perSecond = SPEEDS[speed], every = Math.max(40, 1000 / perSecond), many = perSecond * every / 1000;
    control("play").textContent = "Pause";
    timer = setInterval(() => {
      for (let count = 0; count < many; count++) if (!advance(count === many - 1)) return;
    }, every);
  };

  // "at most " or "at least " if the score of a child, for White, is a bound.
  const limitOf = child => {
    if (["horizon", "checkmate", "stalemate"].includes(child.reason.name)) return "";
    const isLower = child.value >= child.beta, isUpper = child.value <= child.alpha;
    return isLower || isUpper ? isLower === (child.turn === "w") ? "at least " : "at most " : "";
  };
  // The answers to the question what an event does, each with whether it is right.
  const answers = ({tree, node, cut, changes}) => tree.prunes ? [
    ["Cutoff: the other moves are skipped", cut],
    [`${side(node.turn)}’s bound (${node.turn === "w" ? "alpha" : "beta"}) changes, no cutoff`, changes && !cut],
    ["No bound changes, no cutoff", !changes && !cut],
  ] : [["The best score changes", changes], ["The best score stays", !changes]];
  // In predict mode and in an exercise, asks before a step that decides. Returns whether the question must be answered first.
  const asks = next => {
    const event = events[next];
    if (!predict && !drill || answered === next || !event || event.kind !== "update" || event.child.via !== MOVE || !event.child.final) return false;
    if (drill && event.tree !== drill.tree) return false;
    asked = next;
    const {node, child} = event;
    question.hidden = false;
    // The sentence of the last answer, unless the current step says it.
    const told = verdict && events[answered].node !== events[step].node ? escaped(sentence(events[answered])) : "";
    question.innerHTML = (verdict ? `<p><b>${verdict}</b> ${told}</p>` : "")
      + `<p>${escaped(child.label)} scores ${limitOf(child)}${score(-child.value, node.turn)}. What happens ${node.up ? "after " + escaped(node.label) : "at the root"}?</p>`
      + answers(event).map(([text], index) => `<button type="button" data-answer="${index}">${index + 1}. ${text}</button>`).join(" ");
    if (!isNarrow()) bring(event.tree);
    if (drill) showStage();
    return true;
  };
  const answer = choice => {
    if (asked === null) return;
    const chosen = answers(events[asked])[choice];
    if (!chosen) return;
    const isRight = chosen[1];
    if (isRight) right += 1; else wrong += 1;
    answered = asked; asked = null;
    goTo(answered);
    verdict = isRight ? "Right." : "Wrong.";
    question.innerHTML = `<p><b>${verdict}</b> ${right} right, ${wrong} wrong.</p>`;
    if (drill) drill.next(isRight);
  };
  const forget = () => { asked = null; drill = null; verdict = ""; question.hidden = true; };

  // In a narrow window, which shows one search, the steps of the other one are left out.
  const isSeen = event => event.tree.isFront || !isNarrow();
  const after = (from, way) => {
    let next = from + way;
    while (events[next] && !isSeen(events[next])) next += way;
    return next;
  };
  const advance = (show = true) => {
    const next = after(step, 1);
    if (next > last || asks(next)) { pause(); return false; }
    if (!predict && !drill) forget();
    if (show) goTo(next); else step = next;
    return true;
  };
  const find = wanted => {
    forget();
    for (let next = step + 1; next <= last; next++) if (isSeen(events[next]) && wanted(events[next])) return reveal(next);
    say.textContent = "No further event of this kind. |◀ goes back to the first step.";
  };

  // Shows the details of one tree and, in a narrow window, its chart.
  const bring = tree => {
    if (tree.isFront) return;
    for (const other of trees) {
      other.isFront = other === tree;
      for (const part of [other.element, other.detail]) part.classList.toggle("front", other.isFront);
    }
    document.querySelectorAll("[data-tab]").forEach(tab => { tab.setAttribute("aria-pressed", String(Number(tab.dataset.tab) === tree.index)); });
    drawChart(tree); refresh();
  };
  // The first step from `from` on of a moment: its sentence contains a text. -1 if there is none.
  const stepOf = ({tree, says}, from = 0) => {
    const found = events.findIndex(event => event.step >= from && event.tree.index === tree && sentence(event).includes(says));
    return found < 0 && from ? stepOf({tree, says}) : found;
  };
  // Shows a step with its node in a box wide enough to see: zooms in to the parent of the node where needed.
  const reveal = wanted => {
    const event = events[wanted], {tree} = event, node = event.child || event.node;
    const all = tree.roots.reduce((sum, root) => sum + root.size, 0), isWide = tree.chart.clientWidth * node.size / all > 40;
    const top = isWide || !node.up || !node.up.up ? node.up && !isWide ? node.up : null : node.up;
    bring(tree);
    if (tree.zoom !== top) { tree.zoom = top; drawChart(tree); }
    goTo(wanted);
  };
  const TOUR_SECONDS = 16;
  const tour = () => {
    pause(); forget();
    let from = 0;
    const stops = data.lesson.tour.map(moment => { from = stepOf(moment, from); return from; });
    const show = index => {
      touring = setTimeout(() => show((index + 1) % stops.length), 1000 * TOUR_SECONDS / stops.length);
      reveal(stops[index]);
    };
    show(0);
    control("play").textContent = "Pause";
  };

  const copy = async () => {
    const styled = (svg, x, y, scale) => {
      const group = element("g", {transform: `translate(${x} ${y}) scale(${scale})`});
      const copied = svg.cloneNode(true), originals = [svg, ...svg.querySelectorAll("*")], copies = [copied, ...copied.querySelectorAll("*")];
      originals.forEach((original, index) => {
        const style = getComputedStyle(original);
        if (style.display === "none") { copies[index].remove(); return; }
        for (const name of ["fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "text-anchor", "fill-opacity", "stroke-linecap"])
          copies[index].setAttribute(name, style.getPropertyValue(name));
        copies[index].removeAttribute("style"); copies[index].removeAttribute("class");
      });
      group.append(...copied.childNodes);
      return group;
    };
    const body = getComputedStyle(document.body);
    let y = 30, width = 0;
    const parts = [];
    for (const tree of trees) {
      const chart = tree.svg.viewBox.baseVal;
      parts.push(element("text", {x: 10, y, "font-family": "sans-serif", "font-size": 15, fill: body.color}, tree.rung + ": " + tree.visited.textContent));
      parts.push(styled(tree.squares.firstChild, 30, y + 22, 36), styled(tree.svg, 340, y + 12, 1));
      y += Math.max(340, chart.height + 50);
      width = Math.max(width, 350 + chart.width);
    }
    const picture = element("svg", {xmlns: SVG, viewBox: `0 0 ${width} ${y}`, width, height: y});
    picture.append(element("rect", {width: "100%", height: "100%", fill: body.backgroundColor}), ...parts,
      element("text", {x: 10, y: y - 8, "font-family": "sans-serif", "font-size": 13, fill: body.color}, say.textContent));
    const text = new XMLSerializer().serializeToString(picture);
    document.body.dataset.picture = text.length;
    try {
      await navigator.clipboard.writeText(text);
      say.textContent = "The picture is on the clipboard, as SVG.";
    } catch {
      const link = document.createElement("a");
      link.href = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
      link.download = "tree.svg";
      link.click();
      say.textContent = "The picture is saved as tree.svg.";
    }
  };

  const setSpeed = value => {
    speed = Math.min(SPEEDS.length - 1, Math.max(0, value));
    control("speed").value = SPEEDS[speed];
    if (timer) { pause(); play(); }
  };
  const zoom = (tree, node) => { tree.zoom = node; drawChart(tree); refresh(); };
  const neighbour = way => {
    const tree = active(), next = tree.nodes[tree.selected.id + way];
    if (next && next.entered <= tree.now) select(tree, next);
  };
  const actions = {
    home: () => { pause(); forget(); goTo(0); },
    end: () => { pause(); forget(); goTo(last); },
    back: () => { pause(); forget(); goTo(after(step, -1)); },
    forward: () => { pause(); advance(); },
    play,
    // While the legend filters by a reason, the next node that ended for this reason.
    cut: () => {
      pause();
      const filtered = trees.some(tree => tree.filter !== null);
      find(({kind, node, tree, cut}) => filtered ? kind === "leave" && node.up && node.reason.name === tree.filter : cut);
    },
    best: () => { pause(); find(event => event.kind === "update" && event.better && !event.node.up); },
    out: () => {
      pause();
      const tree = active(), event = events[step], node = tree.selected;
      const target = isLeft(node, tree.now) && event.node === node ? node.up : node;
      if (target) { forget(); goTo(tree.events[target.left].step); } else say.textContent = "This is the root.";
    },
    predict: () => {
      predict = control("predict").checked;
      forget();
      if (predict) { question.hidden = false; question.innerHTML = "<p>Predict mode is on: step or play, and answer before each decision.</p>"; }
    },
    copy, tour: () => { if (data.lesson) tour(); },
    more: () => { control("more").setAttribute("aria-expanded", String(document.querySelector(".player").classList.toggle("open"))); },
    help: () => { keys.hidden = !keys.hidden; control("help").setAttribute("aria-expanded", String(!keys.hidden)); },
  };
  const KEYS = {
    " ": "play", ArrowRight: "forward", ArrowLeft: "back", Home: "home", End: "end", c: "cut", b: "best", o: "out", y: "copy", i: "tour", "?": "help",
  };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input[type=text]")) return;
    const target = event.target, typed = target.matches("input[type=range],select");
    if (typed && (event.key.startsWith("Arrow") || ["Home", "End", " "].includes(event.key))) return;
    if (event.key === " " && target.matches("button,summary,input")) return;
    const tree = active();
    const more = {
      "+": () => setSpeed(speed + 1), "=": () => setSpeed(speed + 1), "-": () => setSpeed(speed - 1), "−": () => setSpeed(speed - 1),
      ArrowDown: () => neighbour(1), ArrowUp: () => neighbour(-1), p: () => tree.selected.up && select(tree, tree.selected.up),
      z: () => zoom(tree, tree.selected), x: () => zoom(tree, tree.zoom && tree.zoom.up && tree.zoom.up.up ? tree.zoom.up : null),
      d: () => { control("predict").checked = !predict; actions.predict(); },
      Escape: () => { if (!keys.hidden) actions.help(); forget(); },
      1: () => answer(0), 2: () => answer(1), 3: () => answer(2),
    };
    const action = KEYS[event.key] ? actions[KEYS[event.key]] : more[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.querySelector(".player").addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.answer) answer(Number(button.dataset.answer)); else actions[button.dataset.do]();
  });
  control("predict").addEventListener("change", actions.predict);
  control("speed").addEventListener("change", () => setSpeed(SPEEDS.indexOf(Number(control("speed").value))));
  control("scrub").addEventListener("input", () => { const wanted = Number(control("scrub").value); pause(); forget(); goTo(wanted); });

  const wire = tree => {
    const under = event => { const group = event.target.closest(".node"); return group && tree.nodes[Number(group.dataset.id)]; };
    const hint = node => { tree.tip.textContent = node ? about(tree, node) : ""; };
    tree.chart.addEventListener("click", event => {
      const node = under(event);
      if (!node) return;
      tree.selected = node;
      zoom(tree, tree.zoom === node ? node.up && node.up.up ? node.up : null : node.up ? node : null);
      select(tree, node);
    });
    tree.chart.addEventListener("mouseover", event => hint(under(event)));
    tree.chart.addEventListener("mouseleave", () => hint(null));
    tree.chart.addEventListener("focus", () => hint(tree.selected));
    tree.list.addEventListener("click", event => {
      const line = event.target.closest(".n > summary");
      if (line) select(tree, line.parentElement.node);
    });
    tree.rows.addEventListener("click", event => {
      const button = event.target.closest("[data-go]");
      if (button) select(tree, tree.nodes[Number(button.dataset.go)]);
    });
    const goToLine = target => {
      const line = [...tree.code.children].indexOf(target.closest(".code > span"));
      if (!tree.executed.has(line)) return;
      pause();
      find(event => event.tree === tree && linesOf(event).includes(line));
    };
    tree.code.addEventListener("click", event => { goToLine(event.target); });
    tree.code.addEventListener("keydown", event => { if (event.key === "Enter") goToLine(event.target); });
    tree.element.querySelector(".out").addEventListener("click", () => zoom(tree, null));
    tree.lists.querySelector(".depth input").addEventListener("input", event => {
      const depth = Number(event.target.value);
      event.target.parentElement.querySelector("output").textContent = depth;
      for (const node of tree.nodes) node.item.open = node.ply < depth;
    });
    tree.element.querySelector(".legend").addEventListener("click", event => {
      const button = event.target.closest("[data-f]");
      if (!button) return;
      tree.filter = tree.filter === button.dataset.f ? null : button.dataset.f;
      for (const other of tree.element.querySelectorAll("[data-f]")) other.setAttribute("aria-pressed", String(other.dataset.f === tree.filter));
      for (const node of tree.nodes) {
        const wanted = tree.filter === null || node.reason.name === tree.filter;
        node.item.classList.toggle("dim", !wanted);
        if (tree.filter !== null && wanted) for (let at = node.up; at; at = at.up) at.item.open = true;
      }
      paintChart(tree);
    });
  };

  document.querySelector("main").classList.toggle("pair", trees.length > 1);
  for (const tree of trees) {
    tree.now = -1;
    build(tree);
    tree.selected = tree.roots[0];
    wire(tree);
  }
  if (trees.length > 1) {
    const tabs = trees.map(tree => `<button type="button" data-tab="${tree.index}">${escaped(title(tree).split(/[(,]/)[0])}</button>`).join("");
    document.querySelector(".tabs").innerHTML = tabs;
    trees[0].detail.insertAdjacentHTML("beforebegin", `<div class="tabs">${tabs}</div>`);
    document.querySelectorAll("[data-tab]").forEach(tab => {
      tab.addEventListener("click", () => {
        const tree = trees[Number(tab.dataset.tab)];
        pause(); forget(); bring(tree);
        goTo(tree.events[Math.max(0, tree.now)].step);
      });
    });
  }
  const asAddressed = () => {
    const found = /^#step=(\d+)$/.exec(location.hash);
    if (found) { goTo(Number(found[1]), false); return true; }
    return false;
  };
  trees.forEach(drawChart);
  goTo(0, false);
  bring(trees[data.lesson ? data.lesson.tour[0].tree : 0]);
  const isAddressed = asAddressed();
  drawMarks();
  addEventListener("hashchange", asAddressed);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    trees.forEach(tree => { drawChart(tree); });
    refresh(); drawMarks();
  });

  // --- Lessons ------------------------------------------------------------------------------------------------------

  if (!data.lesson) return;
  const {idea, exercises} = data.lesson;
  document.querySelectorAll("[data-idea]").forEach(button => {
    button.addEventListener("click", () => { pause(); forget(); reveal(stepOf(idea[Number(button.dataset.idea)].moment)); showStage(); });
  });
  // Scrolls to the board: to the top in a window without room for board and text side by side.
  const showStage = () => {
    const place = document.querySelector(".front .place");
    place.style.scrollMarginTop = document.querySelector(".player").offsetHeight + "px";
    place.scrollIntoView({block: innerWidth < 1200 ? "start" : "nearest"});
  };
  // Counts the nodes that alpha-beta visits below the root for moves with the scores of their replies, in this order.
  const visits = moves => {
    let alpha = -Infinity, count = 0;
    for (const [, replies] of moves) {
      let worst = Infinity;
      count += 1;
      for (const reply of replies) { count += 1; worst = Math.min(worst, reply); if (worst <= alpha) break; }
      alpha = Math.max(alpha, worst);
    }
    return count;
  };
  const orders = moves => moves.length < 2 ? [moves] : moves.flatMap(first => orders(moves.filter(move => move !== first)).map(rest => [first, ...rest]));
  document.querySelectorAll("[data-exercise]").forEach(form => {
    const {answer: explanation, check} = exercises[Number(form.dataset.exercise)], [[kind, wanted]] = Object.entries(check);
    const conclude = (correct, text = "") => {
      form.dataset.solved = correct;
      form.querySelector(".verdict").textContent = (correct ? "Right. " : "Not yet. ") + text + (correct ? explanation : "");
    };
    let chosen = [];
    const begin = {
      find: () => {
        const said = trees[wanted.tree], texts = [events[step]].filter(event => event.tree === said).map(sentence).concat(about(said, said.selected));
        // A later step at the same node shows the same.
        const target = events[stepOf(wanted)], isThere = said.selected === target.node && said.now >= target.at;
        const correct = isThere || texts.some(text => text.includes(wanted.says));
        conclude(correct, correct ? "" : "Go there with |◀, Step and Next cut, or select a box of the tree.");
      },
      type: () => {
        const typed = form.querySelector("input").value.trim().toLowerCase().replace("−", "-").replace(",", ".");
        const correct = wanted.some(text => text === typed || typed !== "" && Number(text) === Number(typed));
        conclude(correct, !correct && wanted.some(text => /^[+-]/.test(text)) ? "Scores are in pawns, for White: + is good for White." : "");
      },
      predict: () => {
        let left = 3, correct = 0;
        pause(); forget(); answered = -1;
        reveal(stepOf(wanted));
        showStage();
        drill = {tree: trees[wanted.tree], next: isRight => {
          left -= 1; correct += isRight;
          if (left) { while (advance()); return; }
          drill = null; verdict = "";
          conclude(correct === 3, `${correct} of 3. `);
        }};
        while (advance());
      },
    };
    form.addEventListener("click", event => {
      const move = event.target.closest("[data-move]");
      if (event.target.closest("[data-check]")) { event.preventDefault(); pause(); begin[kind](); }
      if (!move || chosen.includes(Number(move.dataset.move))) return;
      chosen.push(Number(move.dataset.move));
      move.setAttribute("aria-pressed", "true");
      if (chosen.length < wanted.length) { form.querySelector(".verdict").textContent = "Order: " + chosen.map(index => wanted[index][0]).join(", "); return; }
      const count = visits(chosen.map(index => wanted[index]));
      conclude(count === Math.min(...orders(wanted).map(visits)), `${count} nodes with ${chosen.map(index => wanted[index][0]).join(", ")}. `);
      chosen = [];
      form.querySelectorAll("[data-move]").forEach(button => { button.removeAttribute("aria-pressed"); });
    });
  });
  if (!isAddressed && !matchMedia("(prefers-reduced-motion: reduce)").matches) tour();
})();
