"use strict";
(() => {
  const said = JSON.parse(document.getElementById("said").textContent);
  const say = (id, data = {}) => said[id].replace(/\{(\w+)\}/g, (_, name) => data[name] ?? "");
  const SVG = "http://www.w3.org/2000/svg";

  const make = (tag, className, ...children) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children);
    return node;
  };

  const symbolOf = (name) => "card-" + ({ "*": "joker", "?": "unknown" }[name] ?? name);

  const nameOf = (name) => document.getElementById(symbolOf(name))?.querySelector("title").textContent ?? name;

  const card = (name, fresh) => {
    const symbol = symbolOf(name);
    if (!document.getElementById(symbol)) return document.createTextNode(name);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", fresh ? "card fresh" : "card");
    svg.setAttribute("viewBox", "0 0 40 56");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", nameOf(name));
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#" + symbol);
    svg.append(use);
    return svg;
  };

  const split = (text) => (text ? text.split(" ") : []);

  /* How many of each card lie in a row of cards: what was not there a step before is shown as new. */
  const counted = (names) => names.reduce((all, name) => all.set(name, (all.get(name) ?? 0) + 1), new Map());

  const row = (names, before) => {
    const old = before ? counted(before) : null;
    const cards = names.map((name) => {
      const left = old ? old.get(name) ?? 0 : 1;
      if (old && left) old.set(name, left - 1);
      return card(name, !left);
    });
    return make("span", "cards", ...cards);
  };

  const hand = (step, before, seat) => {
    const names = split(step.hands[seat]);
    const vague = (step.vague ?? "").includes(seat);
    const shown = make("div", "hand" + (seat === step.seat ? " playing" : ""), make("b", "seat", seat));
    if (vague) shown.append(make("span", "faint", say("hand-unknown")));
    else if (!names.length) shown.append(make("span", "faint", say("hand-empty")));
    if (names.length) shown.append(row(names, before && split(before.hands[seat])));
    if (names.length && !vague) shown.append(make("span", "count", String(names.length)));
    for (const [kind, label] of [["reds", "red-threes"], ["feet", "second-hand"]]) {
      const cards = split(step[kind]?.[seat]);
      if (cards.length) shown.append(make("span", "beside", say(label) + " ", row(cards, before && split(before[kind]?.[seat]))));
    }
    return shown;
  };

  const melds = (step, before, side) => {
    const laid = step.melds?.[side] ?? [];
    if (!laid.length) return make("p", "faint", say("no-melds"));
    const shown = laid.map(([cards, kind], i) => {
      const meld = make("span", "meld" + (kind ? " canasta " + kind : ""), row(split(cards), before && split(before.melds?.[side]?.[i]?.[0])));
      if (kind) meld.append(make("span", "kind", said["canasta-" + kind] ?? kind));
      return meld;
    });
    return make("div", "melds", ...shown);
  };

  const middle = (step) => {
    const pile = split(step.pile);
    const stock = make("div", "heap", make("b", "", say("stock")), card("?"), make("span", "count", step.stock === null ? "?" : String(step.stock)));
    const heap = make("div", "heap", make("b", "", say("pile")));
    if (!pile.length) heap.append(make("span", "faint", say("pile-empty")));
    else {
      const rest = make("details", "", make("summary", "", say("step-cards", { n: pile.length })), row(pile));
      heap.append(card(pile[pile.length - 1]), rest);
      if (step.down) heap.append(make("span", "faint", say("pile-down", { n: step.down })));
      if (step.frozen) heap.append(make("span", "frozen", say("pile-frozen", { card: nameOf(step.frozen) })));
    }
    return make("div", "middle", stock, heap);
  };

  class Stepper {
    constructor(figure) {
      this.figure = figure;
      this.data = JSON.parse(figure.querySelector("script").textContent);
      this.lines = [...figure.querySelectorAll("ol.lines > li")];
      this.felt = figure.querySelector(".felt");
      this.where = figure.querySelector(".where");
      this.at = -1;
      figure.querySelector(".stepper").hidden = false;
      figure.addEventListener("click", (event) => this.clicked(event));
      figure.addEventListener("keydown", (event) => this.pressed(event));
      this.show(Number(figure.dataset.start) || 0, false);
    }

    clicked(event) {
      const button = event.target.closest("button[data-to]");
      if (button) return this.go(button.dataset.to);
      const line = event.target.closest("ol.lines > li");
      if (line && !event.target.closest("details") && !String(getSelection())) this.show(this.lines.indexOf(line));
    }

    pressed(event) {
      if (event.target.closest("summary, input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      const to = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (!to) return;
      event.preventDefault();
      this.go(to);
    }

    go(to) {
      const last = this.lines.length - 1;
      const marked = this.lines.map((line, i) => (line.classList.contains("marked") ? i : -1)).filter((i) => i >= 0);
      const mark = marked.find((i) => i > this.at) ?? marked[0] ?? this.at;
      this.show({ first: 0, previous: Math.max(0, this.at - 1), next: Math.min(last, this.at + 1), last, mark }[to]);
    }

    goToLine(line) {
      const at = this.lines.findIndex((shown) => Number(shown.dataset.line) >= line);
      this.show(at < 0 ? this.lines.length - 1 : at);
    }

    show(at, scroll = true) {
      if (at === this.at) return;
      this.at = at;
      const step = this.data.steps[at];
      const before = at ? this.data.steps[at - 1] : null;
      this.lines.forEach((line, i) => (i === at ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
      this.where.textContent = say("step-of", { n: at + 1, of: this.lines.length });
      const sides = this.data.sides.map((side) => {
        const hands = [...side].map((seat) => hand(step, before, seat));
        return make("section", "side", make("h4", "", side), melds(step, before, side), ...hands);
      });
      this.felt.replaceChildren(middle(step), ...sides);
      /* Some browsers take the focus off a button as it is switched off, others later. */
      const focused = document.activeElement;
      for (const button of this.figure.querySelectorAll("button[data-to]")) {
        const to = button.dataset.to;
        button.disabled = ((to === "first" || to === "previous") && at === 0) || ((to === "last" || to === "next") && at === this.lines.length - 1);
      }
      const list = this.lines[at].parentElement;
      /* A button that is switched off under the finger would swallow the next key. */
      if (focused?.disabled) list.focus({ preventScroll: true });
      if (scroll && list.scrollHeight > list.clientHeight) list.scrollTop = this.lines[at].offsetTop - list.clientHeight / 3;
    }
  }

  /* Games inside something folded wait until it is opened: a page may hold hundreds of them. */
  const steppers = new Map();
  const start = (figure) => {
    if (!steppers.has(figure)) steppers.set(figure, new Stepper(figure));
    return steppers.get(figure);
  };
  const startIn = (node) => {
    for (const figure of node.querySelectorAll("figure.game")) {
      if (!figure.closest("details:not([open])")) start(figure);
    }
  };

  const reveal = (node) => {
    for (let at = node; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
  };

  document.addEventListener("toggle", (event) => event.target.open && startIn(event.target), true);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-goto]");
    if (!button) return;
    const figure = document.getElementById(button.dataset.goto);
    reveal(figure);
    start(figure).goToLine(Number(button.dataset.line));
    figure.scrollIntoView({ block: "nearest" });
    figure.querySelector("ol.lines").focus({ preventScroll: true });
  });

  const target = () => {
    const node = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (node) reveal(node);
  };
  addEventListener("hashchange", target);

  /* On paper there is nothing to unfold. */
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details.print:not([open])")];
    folded.forEach((node) => (node.open = true));
  });
  addEventListener("afterprint", () => folded.forEach((node) => (node.open = false)));

  /* The matrix: rulesets and chapters are chosen; a row in which those chosen agree is folded. */
  const matrix = (form) => {
    const rows = [...document.querySelectorAll("tr[data-key]")];
    const status = form.querySelector(".status");
    const apply = () => {
      const chapter = form.elements.chapter?.value ?? "";
      const alike = form.elements.alike?.checked;
      const wanted = (form.elements.search?.value ?? "").trim().toLowerCase();
      const chosen = new Set([...form.querySelectorAll("input[name=ruleset]:checked")].map((box) => box.value));
      for (const cell of document.querySelectorAll("[data-ruleset]")) {
        if (!cell.closest("form")) cell.hidden = !chosen.has(cell.dataset.ruleset);
      }
      let shown = 0;
      for (const line of rows) {
        const cells = [...line.querySelectorAll("[data-ruleset]")].filter((cell) => !cell.hidden);
        const values = new Set(cells.map((cell) => cell.dataset.value));
        line.classList.toggle("differs", values.size > 1);
        const fits = !wanted || line.dataset.key.includes(wanted) || line.querySelector("th").textContent.toLowerCase().includes(wanted);
        line.hidden = !fits || (values.size < 2 && !alike) || !cells.length;
        if (!line.hidden && (!chapter || line.dataset.chapter === chapter)) shown += 1;
      }
      for (const part of document.querySelectorAll("section[data-chapter]")) {
        const all = part.querySelectorAll("tr[data-key]");
        const empty = all.length > 0 && ![...all].some((line) => !line.hidden);
        part.hidden = (chapter && part.dataset.chapter !== chapter) || empty;
      }
      status.textContent = say("filter-shown", { n: shown, of: rows.length });
    };
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    form.hidden = false;
    apply();
  };

  document.documentElement.classList.add("js");
  document.querySelectorAll("form.filter").forEach(matrix);
  startIn(document);
  target();
})();
