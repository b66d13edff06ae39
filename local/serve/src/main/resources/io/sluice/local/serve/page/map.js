import { at, bytes, count, drawn, element, plain, say, seconds, span } from "./dom.js";

const AGES = [[60, "under a minute"], [600, "under 10 min"], [3600, "under an hour"], [86400, "under a day"],
  [Infinity, "older"]];
const LABEL_WIDTH = 44;
const LABEL_HEIGHT = 18;
const LETTER = 7.8;
const HEAD = 24;

const step = (age) => AGES.findIndex(([limit]) => age < limit);

// Rectangles of the given areas that are as square as can be: rows are filled along the shorter side for as long as
// that makes the worst of them squarer (Bruls, Huizing and van Wijk, "Squarified treemaps", 2000).
export const squarify = (values, width, height) => {
  const sum = values.reduce((all, value) => all + value, 0);
  const scale = sum > 0 ? width * height / sum : 0;
  const areas = values.map((value) => value * scale);
  const placed = [];
  let [x, y, w, h] = [0, 0, width, height];
  const worst = (row, total, side) => Math.max(...row.map((area) =>
    Math.max(side * side * area / (total * total), total * total / (side * side * area))));
  let start = 0;
  while (start < areas.length) {
    const side = Math.min(w, h);
    let end = start + 1;
    let total = areas[start];
    while (end < areas.length
        && worst(areas.slice(start, end + 1), total + areas[end], side) <= worst(areas.slice(start, end), total, side)) {
      total += areas[end++];
    }
    const depth = side > 0 ? total / side : 0;
    let along = 0;
    for (const area of areas.slice(start, end)) {
      const length = depth > 0 ? area / depth : 0;
      placed.push(w >= h ? [x, y + along, depth, length] : [x + along, y, length, depth]);
      along += length;
    }
    [x, y, w, h] = w >= h ? [x + depth, y, w - depth, h] : [x, y + depth, w, h - depth];
    start = end;
  }
  return placed;
};

let areas = [];
let path = "";
let now = "";
let changed = () => {};
let focused = "";

const measure = () => document.querySelector("input[name=measure]:checked").value;

// The next level of the partitions below a path: what stands up to the next slash, with all that it holds.
const children = (above) => {
  const found = new Map();
  for (const area of areas.filter((each) => each.path.startsWith(above))) {
    const rest = area.path.slice(above.length);
    const slash = rest.indexOf("/");
    const name = slash < 0 ? rest : rest.slice(0, slash + 1);
    const child = found.get(name)
      || { name, path: above + name, bytes: 0, objects: 0, newest: area.newest, oldest: area.oldest, isLeaf: true };
    child.bytes += area.bytes;
    child.objects += area.objects;
    child.newest = area.newest > child.newest ? area.newest : child.newest;
    child.oldest = area.oldest < child.oldest ? area.oldest : child.oldest;
    child.isLeaf &&= area.path === child.path;
    found.set(name, child);
  }
  const sizes = [...found.values()].map((child) => ({ ...child, age: seconds(child.newest, now) }));
  return sizes.map((child) => ({ ...child, value: measure() === "age" ? child.age + 1 : Math.max(1, child.bytes) }))
    .sort((one, other) => other.value - one.value);
};

const title = (child) => child.name === "" ? "(here)" : plain(child.name);
const told = (child) => `${title(child)}: ${bytes(child.bytes)}, ${count(child.objects, "object")}, `
  + `newest ${span(child.age)} ago`;

export const go = (to) => {
  path = to;
  focused = "";
  draw();
  changed(path);
};

const up = () => path.slice(0, path.slice(0, -1).lastIndexOf("/") + 1);

const trail = () => {
  const names = path.split("/").slice(0, -1);
  const steps = [["All partitions", ""], ...names.map((name, i) => [plain(name), `${names.slice(0, i + 1).join("/")}/`])];
  const text = steps.map(([name]) => name).join("\n");
  if (at("trail").dataset.told !== text) {
    at("trail").dataset.told = text;
    at("trail").replaceChildren(element("ol", {}, ...steps.map(([name, to], i) => element("li", {},
      i === steps.length - 1
        ? element("span", { textContent: name, attributes: { "aria-current": "location" } })
        : element("button", { type: "button", textContent: name, onclick: () => go(to) })))));
  }
};

// The longest of the texts that there is room for; where there is none, the beginning of the shortest.
const labelled = (texts, x, y, width, kind = "") => {
  const letters = Math.floor((width - 10) / (kind === "small" ? 7 : LETTER));
  if (letters < 3) {
    return [];
  }
  const label = drawn("text", kind ? { x, y, class: kind } : { x, y });
  const fits = texts.find((text) => text.length <= letters);
  label.textContent = fits ?? `${texts.at(-1).slice(0, letters - 1)}…`;
  return [label];
};

// Where there is no room for name=value, the value tells more.
const titles = (child) => [title(child), title(child).slice(title(child).indexOf("=") + 1)];

// What is in an area, to be seen and not to be chosen: one goes into the area for that.
const inside = (child, [x, y, w, h]) => {
  const below = children(child.path);
  return squarify(below.map((each) => each.value), w - 8, h - HEAD - 4).flatMap(([left, top, width, height], i) => {
    const [at, down] = [x + 4 + left, y + HEAD + top];
    const tile = drawn("rect", { x: at + 0.5, y: down + 0.5, width: Math.max(0, width - 1), height: Math.max(0, height - 1),
      class: `inner age-${step(below[i].age)}` });
    const label = width < LABEL_WIDTH || height < LABEL_HEIGHT ? [] : labelled(titles(below[i]), at + 5, down + 14, width, "small");
    label.forEach((each) => each.classList.add(`age-${step(below[i].age)}`));
    return [tile, ...label];
  });
};

const area = (child, place) => {
  const [x, y, w, h] = place;
  const isFrame = !child.isLeaf && w >= 2 * LABEL_WIDTH && h >= HEAD + 2 * LABEL_HEIGHT;
  const group = drawn("g", { role: "button", tabindex: "-1", "aria-label": told(child), class: "tile" }, drawn("title"),
    drawn("rect", { x: x + 1.5, y: y + 1.5, width: Math.max(0, w - 3), height: Math.max(0, h - 3), rx: 3,
      class: isFrame ? "frame" : `whole age-${step(child.age)}` }));
  group.firstChild.textContent = told(child);
  if (!isFrame) {
    group.classList.add(`age-${step(child.age)}`);
  }
  if (w >= LABEL_WIDTH && h >= LABEL_HEIGHT) {
    const more = isFrame ? [`${title(child)} · ${bytes(child.bytes)}, ${count(child.objects, "object")}`] : [];
    group.append(...labelled([...more, ...titles(child)], x + 7, y + 17, w));
  }
  if (isFrame) {
    group.append(...inside(child, place));
  } else if (w >= LABEL_WIDTH && h >= 2 * LABEL_HEIGHT + 4) {
    group.append(...labelled([`${bytes(child.bytes)}, ${span(child.age)} ago`, bytes(child.bytes)], x + 7, y + 35, w, "small"));
  }
  group.dataset.path = child.path;
  group.addEventListener("click", () => go(child.path));
  return group;
};

const keys = (event, groups) => {
  const i = groups.indexOf(event.target.closest("g"));
  const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const to = { Home: 0, End: groups.length - 1 }[event.key] ?? (move ? i + move : undefined);
  if (i < 0 || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (to !== undefined) {
    event.preventDefault();
    groups[Math.min(groups.length - 1, Math.max(0, to))].focus();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    go(groups[i].dataset.path);
    (at("map").querySelector("g") || at("trail").querySelector("button"))?.focus();
  } else if (event.key === "Escape" && path !== "") {
    event.preventDefault();
    const left = path;
    go(up());
    (at("map").querySelector(`g[data-path="${CSS.escape(left)}"]`) || at("map").querySelector("g"))?.focus();
  }
};

const draw = () => {
  trail();
  const shown = children(path);
  const isLeaf = shown.length === 1 && shown[0].path === path;
  const had = at("map").contains(document.activeElement);
  const width = at("map").clientWidth;
  const height = isLeaf ? 60 : Math.max(220, Math.min(380, width * 0.5));
  if (width > 0 && shown.length > 0) {
    const rectangles = squarify(shown.map((child) => child.value), width, height);
    const groups = shown.map((child, i) => area(child, rectangles[i]));
    const first = groups.find((group) => group.dataset.path === focused) || groups[0];
    first.setAttribute("tabindex", "0");
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
      "aria-label": "Map of partitions", "aria-describedby": "map-help" }, ...groups);
    svg.addEventListener("keydown", (event) => keys(event, groups));
    svg.addEventListener("focusin", (event) => {
      groups.forEach((group) => group.setAttribute("tabindex", group === event.target ? "0" : "-1"));
      focused = event.target.dataset.path;
    });
    at("map").replaceChildren(svg);
    if (had) {
      first.focus();
    }
  } else {
    at("map").replaceChildren(element("p", { className: "note", textContent: "Nothing is delivered yet." }));
  }
  rows(shown);
};

const rows = (shown) => {
  const had = document.activeElement?.closest?.("#rows") ? document.activeElement.dataset.path : undefined;
  at("rows").replaceChildren(...shown.map((child) => element("tr", {},
    element("th", { scope: "row", className: "data" }, child.isLeaf && child.path === path
      ? element("span", { textContent: title(child) })
      : Object.assign(element("button", { type: "button", textContent: title(child), onclick: () => go(child.path) }))),
    element("td", { textContent: bytes(child.bytes) }),
    element("td", { textContent: child.objects.toLocaleString("en") }),
    element("td", { textContent: `${span(child.age)} ago` }))));
  [...at("rows").querySelectorAll("button")].forEach((button, i) => {
    button.dataset.path = shown[i].path;
    if (button.dataset.path === had) {
      button.focus();
    }
  });
};

export const update = (listed) => {
  areas = listed.partitions;
  now = listed.now;
  if (path !== "" && !areas.some((each) => each.path.startsWith(path))) {
    path = "";
  }
  say(at("partitions-note"), [
    listed.partitionsInAll > areas.length
      ? `The ${areas.length.toLocaleString("en")} largest of ${listed.partitionsInAll.toLocaleString("en")} partitions.` : "",
    listed.whole ? "" : "The bucket has more objects than are listed here: sizes are of the first of them.",
  ].join(" ").trim());
  draw();
};

export const where = () => path;

export const start = (onChange) => {
  changed = onChange;
  at("ages").replaceChildren(...AGES.map(([, name], i) => element("span", { className: `age age-${i}`, textContent: name })));
  document.querySelectorAll("input[name=measure]").forEach((input) => input.addEventListener("change", draw));
  let width = 0;
  new ResizeObserver(() => {
    if (at("map").clientWidth !== width) {
      width = at("map").clientWidth;
      draw();
    }
  }).observe(at("map"));
};
