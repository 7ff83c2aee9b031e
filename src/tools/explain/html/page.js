"use strict";
// The texts of a page of `engine explain --format html`: contents of the course, or the idea, exercises, tables and
// source lines of a lesson. `player.js` attaches the buttons to the steps of the search.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent), {lesson} = data;
  const escaped = text => text.replace(/[&<>"]/g, sign => ({"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"})[sign]);
  const number = value => value.toLocaleString("en");
  const unbroken = line => escaped(line).replaceAll(". ", ".\u00a0").replaceAll("search ", "search\u00a0");
  const find = name => document.querySelector(name);
  const link = (page, text) => `<a href="${page.file}">${escaped(text)}</a>`;
  if (lesson && lesson.rungs) {
    document.querySelectorAll(".lesson,.below,.help").forEach(part => { part.remove(); });
    find("h1").after(find("#terms").content);
    find(".contents").innerHTML = lesson.pages.map(page => `<li><b>${link(page, page.title)}</b><br>${escaped(page.summary)}`).join("");
    find(".rungs").textContent = lesson.rungs.join(", ");
    return;
  }
  find(".formula").textContent = data.formula + ".";
  find(".position").textContent = data.position;
  if (!lesson) return;

  if (lesson.pages) {
    const at = lesson.number - 1, before = lesson.pages[at - 1], after = lesson.pages[at + 1];
    for (const [place, where] of [[find("h1"), "beforebegin"], [find("footer"), "beforebegin"]])
      place.insertAdjacentHTML(where, `<nav><a href="index.html">Contents</a>${before ? " · ← " + link(before, `${at}. ${before.title}`) : ""}${after ? " · " + link(after, `${at + 2}. ${after.title}`) + " →" : ""}</nav>`);
  }
  // A minus sign of pseudocode is not a hyphen, so no line breaks after it. Long words of source lines can break.
  const lines = (texts, isSource) => texts.map(text => {
    const shown = escaped(text.trim() ? text : " ").replace(/(^|[^a-z])-(?=\S)/g, isSource ? "$1-\u2060" : "$1−");
    return `<span style="--i:${Math.max(0, text.search(/\S/))}">${isSource ? shown.replaceAll("(", "(<wbr>").replaceAll(".", ".<wbr>") : shown}</span>`;
  }).join("");
  const moment = ({text, button}, index) => `<p>${escaped(text)} <button type="button" data-idea="${index}">▸ ${escaped(button)}</button></p>`;
  const forms = {
    predict: () => '<button type="button" data-check>Start</button>',
    find: () => '<button type="button" data-check>Check the current step</button>',
    type: () => '<form><input type="text" size="8" aria-label="Answer" autocomplete="off"> <button data-check>Check</button></form>',
    order: moves => moves.map(([name, scores], index) => `<button type="button" data-move="${index}">${escaped(name)}: ${scores.map(score => "+" + score).join(", ")}</button>`).join(" "),
  };
  const exercise = ({question, check}, index) => {
    const [[kind, value]] = Object.entries(check);
    return `<div class="exercise" data-exercise="${index}"><p><b>${index + 1}.</b> ${escaped(question)}</p>${forms[kind](value)}<p class="verdict" role="status"></p></div>`;
  };
  find("aside").innerHTML = `<section class="idea">${lesson.idea.map(moment).join("")}</section><section class="code-place"></section>
    <details><summary>The engine's source lines</summary>${lesson.source.map(({path, first, lines: own}) =>
      `<p class="note">${escaped(path)}, from line ${first}</p><pre class="scroll source" tabindex="0">${lines(own, true)}</pre>`).join("")}</details>
    <section class="exercises"><h2>Exercises</h2>${lesson.exercises.map(exercise).join("")}</section>`;

  const row = (search, index) => `<tr><td class="r">${index + 1}<td>${escaped(search.rung)}<td class="r">${search.depth}<td class="r">${number(search.nodes)}<td>${unbroken(search.result)}<td>${unbroken(search.line)}</tr>`;
  // Documentation contains code in backquotes and links, whose targets are left out.
  const documentation = text => escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>").replace(/\]\([^)]*\)/g, "").replace(/[[\]]/g, "");
  const command = text => `<code>${text.split(" ").map(word => word.length < 25 ? `<span class="word">${escaped(word)}</span>` : escaped(word)).join(" ")}</code>`;
  find(".below").insertAdjacentHTML("afterend", `
    <details class="sheet"><summary>All searches of this lesson, with commands</summary>
      <div class="scroll"><table class="searches"><thead><tr><th class="r">search<th>rung<th class="r">depth<th class="r">nodes<th>result<th>principal variation</tr></thead>
      <tbody>${lesson.searches.map(row).join("")}</tbody></table></div>
      ${lesson.savings.map(text => `<p>${unbroken(text)}</p>`).join("")}
      <ol>${lesson.searches.map(search => `<li>${escaped(search.comment)}<br>${command(search.command)}`).join("")}</ol></details>
    <details class="sheet"><summary>The idea as pseudocode</summary><pre>${lines(lesson.pseudocode)}</pre></details>
    <details class="sheet"><summary>Measured gain</summary>${lesson.gains.map(([subject, gain]) => `<p><b>${documentation(subject)}</b> ${documentation(gain)}</p>`).join("")}</details>`);
})();
