
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.querySelector(".filters");
  const keys = document.querySelector(".keys");
  if (!form) return;
  form.hidden = false;
  keys.hidden = false;
  document.querySelector(".legend").hidden = true;
  // The panel of claims begins below the bar, however many lines that has.
  const bar = document.querySelector(".bar");
  const below = [document.documentElement, ...all(".claims")];
  new ResizeObserver(() => {
    const height = `${bar.offsetHeight}px`;
    for (const each of below) each.style.setProperty("--bar", height);
  }).observe(bar);
  form.addEventListener("submit", (event) => event.preventDefault());

  // Pages with very many claims hold most cards back, as the text of noscript elements; it is our own, and escaped.
  let cards = all(".c");
  const held = all("noscript");
  const put = (one) => { one.outerHTML = one.textContent; };
  const complete = () => {
    if (!held.length) return;
    held.splice(0).forEach(put);
    cards = all(".c");
  };
  const slice = (deadline) => {
    while (held.length && deadline.timeRemaining() > 1) put(held.shift());
    if (held.length) later();
    else cards = all(".c");
  };
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(slice) : setTimeout(complete));
  if (held.length) addEventListener("load", later);

  const order = "rfnus";
  const verdict = (each) => each.classList[1];
  const card = (number) => cards[number - 1];
  const cardOf = (sign) => document.getElementById(sign.hash.slice(1));

  // Shows the cards that all filters let through; what is not among them is not marked in the text either.
  const filter = () => {
    complete();
    const verdicts = new Set(all("input:checked", form).map((box) => box.value));
    const { k, j, w } = form.elements;
    let shown = 0;
    for (const each of cards) {
      const fits = verdicts.has(verdict(each)) && (!k.value || each.querySelector(".k").textContent === k.value)
        && (!j.value || !("j" in each.dataset) || each.dataset.j.split("\n").includes(j.value))
        && (!w?.value || each.dataset.w === w.value);
      if (each.hidden === fits) each.hidden = !fits;
      shown += fits;
    }
    for (const one of all("details.doc")) one.hidden = !one.querySelector(".c:not([hidden])");
    for (const sign of all(".p")) sign.hidden = cardOf(sign).hidden;
    for (const mark of all("mark[data-c]")) {
      const left = mark.dataset.c.split(" ").map(card).filter((each) => !each.hidden);
      const letters = left.map(verdict).sort((a, b) => order.indexOf(a) - order.indexOf(b));
      mark.className = letters.length ? letters[0] : "";
    }
    form.querySelector("output").value = shown === cards.length ? `${shown} claims` : `${shown} of ${cards.length} claims`;
  };
  form.addEventListener("change", filter);

  const target = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  };
  const opened = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.localName === "details") at.open = true;
      at.hidden = false;
    }
  };

  // Brings the claim of the address into view, its card and its place in the text.
  const arrive = () => {
    complete();
    const element = target();
    for (const mark of all("mark.now")) mark.classList.remove("now");
    if (!element) return;
    opened(element);
    if (!element.classList.contains("c")) {
      element.scrollIntoView({ block: element.classList.contains("p") ? "center" : "start" });
      return;
    }
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    const marks = all(`mark[data-c~="${cards.indexOf(element) + 1}"]`);
    for (const mark of marks) mark.classList.add("now");
    if (!marks.length) return;
    const isNarrow = getComputedStyle(element).position === "fixed";
    const place = () => marks[0].scrollIntoView({ block: isNarrow ? "start" : "center" });
    place();
    // What was not shown so far has another height than it was thought to have.
    requestAnimationFrame(() => requestAnimationFrame(place));
  };
  addEventListener("hashchange", arrive);
  if (location.hash) {
    arrive();
    // The browser goes to the card itself when all is loaded.
    addEventListener("load", () => setTimeout(arrive));
  }

  const go = (id) => {
    if (location.hash === `#${id}`) arrive();
    else location.replace(`#${id}`);
  };
  const current = () => {
    const element = target();
    if (!element) return -1;
    return cards.indexOf(element.classList.contains("p") ? cardOf(element) : element);
  };
  const step = (by) => {
    complete();
    let at = current();
    if (at < 0) at = by > 0 ? -1 : cards.length;
    do at += by; while (cards[at] && cards[at].hidden);
    if (cards[at]) go(cards[at].id);
  };
  const moves = {
    j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1),
    t: () => {
      complete();
      const link = cards[current()]?.querySelector('a[href^="#at-"]');
      if (link) go(link.hash.slice(1));
    },
    "?": () => { keys.open = !keys.open; },
  };
  addEventListener("keydown", (event) => {
    const isText = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || isText) return;
    if (event.key === "Escape") keys.open = false;
    if (!Object.hasOwn(moves, event.key) || !keys.querySelector("input").checked) return;
    event.preventDefault();
    moves[event.key]();
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest("mark[data-c]");
    if (!mark || event.target.closest("a") || String(getSelection())) return;
    complete();
    const chosen = mark.dataset.c.split(" ").map(card).find((each) => !each.hidden);
    if (chosen) go(chosen.id);
  });

  // Folded documents are printed, too.
  let folded = [];
  addEventListener("beforeprint", () => {
    complete();
    folded = all("details.doc:not([open])");
    for (const each of folded) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of folded) each.open = false;
  });
})();
