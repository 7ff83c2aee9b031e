"use strict";
(() => {
  const board = document.querySelector(".board"), caption = document.getElementById("caption");
  const glyphs = {K:"♔",Q:"♕",R:"♖",B:"♗",N:"♘",P:"♙",k:"♚",q:"♛",r:"♜",b:"♝",n:"♞",p:"♟"};
  const show = node => {
    board.querySelectorAll("text").forEach(text => text.remove());
    [...node.dataset.b].forEach((man, i) => {
      if (!glyphs[man]) return;
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      text.setAttribute("x", i % 8 + 0.5);
      text.setAttribute("y", (i >> 3) + 0.82);
      text.textContent = glyphs[man] + "\ufe0e";
      board.append(text);
    });
    const path = [];
    for (let n = node; n; n = n.parentElement.closest(".n")) path.unshift(n.querySelector("b").textContent);
    caption.textContent = path.join(" ") + (node.dataset.t === "w" ? ", White" : ", Black") + " to move";
  };
  const near = event => event.target.closest && event.target.closest(".n > summary");
  for (const kind of ["click", "focusin", "mouseover"])
    document.addEventListener(kind, event => { const s = near(event); if (s) show(s.parentElement); });
  document.addEventListener("input", event => {
    const slider = event.target.closest(".depth input");
    if (!slider) return;
    slider.nextElementSibling.textContent = slider.value;
    slider.closest(".tree").querySelectorAll(".n").forEach(node => { node.open = Number(node.dataset.p) < slider.value; });
  });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-f]");
    if (!button) return;
    const tree = button.closest(".tree"), on = button.getAttribute("aria-pressed") !== "true";
    tree.querySelectorAll("[data-f]").forEach(other => other.setAttribute("aria-pressed", other === button && on));
    tree.querySelectorAll(".n").forEach(node => {
      const wanted = !on || node.dataset.r === button.dataset.f;
      node.classList.toggle("dim", !wanted);
      if (on && wanted) for (let n = node.parentElement.closest(".n"); n; n = n.parentElement.closest(".n")) n.open = true;
    });
  });
})();
