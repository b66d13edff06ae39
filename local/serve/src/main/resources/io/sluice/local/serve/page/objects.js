import { at, bytes, call, count, element, plain, post, say, seconds, span } from "./dom.js";
import * as map from "./map.js";
import { chosen } from "./streams.js";

let shown = "";
const attempts = new Map();

const query = (values) => new URLSearchParams(values).toString();

const record = (each) => {
  const text = each.text ?? each.base64;
  return element("li", {},
    ...(each.message ? [element("p", {}, element("strong", { textContent: each.code ? `${each.code}: ` : "" }), plain(each.message))] : []),
    ...(each.arrived ? [element("p", { className: "note",
      textContent: `Arrived ${each.arrived}, ${count(each.attempts, "attempt")}${each.function ? `, ${each.function}` : ""}` })] : []),
    ...(text === undefined ? [] : [element("pre", { className: "data", textContent: text === "" ? "(empty)" : plain(text) })]),
    ...(each.base64 === undefined ? [] : [element("p", { className: "note", textContent: "No UTF-8 text: in base64." })]),
    ...(each.cut ? [element("p", { className: "note", textContent: `The first bytes of ${bytes(each.size)}.` })] : []));
};

const inside = async (stream, key) => {
  const from = document.activeElement;
  say(at("look-key"), plain(key));
  say(at("look-note"), "Reading …");
  at("look-records").replaceChildren();
  at("look").showModal();
  at("look").addEventListener("close", () => {
    const again = document.querySelector(`[data-look="${CSS.escape(key)}"]`);
    (from?.isConnected ? from : again)?.focus();
  }, { once: true });
  try {
    const told = await call(`/_sluice/look?${query({ stream, key })}`);
    say(at("look-note"), [`${bytes(told.bytes)}, ${told.format || "unknown format"}.`,
      told.more ? `Its first ${told.records.length} records.` : `${count(told.records.length, "record")}.`,
      told.problem || ""].join(" ").trim());
    at("look-records").replaceChildren(...told.records.map(record));
  } catch (failure) {
    say(at("look-note"), failure.message);
  }
};

const redrive = async (stream, key, button) => {
  button.disabled = true;
  say(at("redriven"), "Redriving …");
  try {
    const told = await post("/_sluice/redrive", { stream, key });
    attempts.set(key, true);
    say(at("redriven"), told.redriven === "now"
      ? `${count(told.records, "record")} put in again${told.leftOut ? `, ${count(told.leftOut, "line")} left out` : ""}: `
        + "they are delivered as buffering hints say."
      : `Its ${count(told.records, "record")} ${told.records === 1 ? "was" : "were"} put in before; nothing was done.`);
  } catch (failure) {
    button.disabled = false;
    say(at("redriven"), failure.message);
  }
  look(true);
};

const about = (each, now) => element("p", { className: "note" },
  `${bytes(each.bytes)}, written ${span(seconds(each.written, now))} ago`);

const lookButton = (stream, each) => {
  const button = element("button", { type: "button", textContent: "Look inside",
    attributes: { "aria-label": `Look inside ${plain(each.key)}` }, onclick: () => inside(stream, each.key) });
  button.dataset.look = each.key;
  return button;
};

const object = (stream, now) => (each) => element("li", {},
  element("div", { className: "text" }, element("p", { className: "data", textContent: plain(each.key) }), about(each, now)),
  element("div", { className: "buttons" }, lookButton(stream, each)));

const cause = (each) => {
  const records = each.records === 0 ? "" : `${each.all ? "" : "more than "}${count(each.records, "record")}`;
  const others = each.others > 0 ? `, ${each.others.toLocaleString("en")} of them for other causes` : "";
  return element("p", {}, element("strong", { textContent: each.code ? `${each.code}: ` : "" }), plain(each.message),
    element("span", { className: "note", textContent: records ? ` (${records}${others})` : "" }));
};

const error = (stream, now) => (each) => {
  const isDone = each.redriven || attempts.has(each.key);
  const button = element("button", { type: "button", textContent: isDone ? "Redriven" : "Redrive", disabled: isDone,
    attributes: { "aria-label": `${isDone ? "Redriven:" : "Redrive"} ${plain(each.key)}` } });
  button.addEventListener("click", () => redrive(stream, each.key, button));
  button.dataset.redrive = each.key;
  return element("li", { className: "bad" },
    element("div", { className: "text" }, cause(each), element("p", { className: "data", textContent: plain(each.key) }), about(each, now)),
    element("div", { className: "buttons" }, lookButton(stream, each), button));
};

// Lists are made anew only when something has changed, and whoever is on one of their buttons stays there.
const replace = (list, items) => {
  const active = list.contains(document.activeElement) ? document.activeElement.dataset : undefined;
  list.replaceChildren(...items);
  if (active) {
    const same = [...list.querySelectorAll("button")].find((button) => !button.disabled
      && button.dataset.look === active.look && button.dataset.redrive === active.redrive);
    (same || list.querySelector("button"))?.focus();
  }
};

let asked = 0;
export const look = async (isUrgent = false) => {
  const stream = chosen();
  at("delivered").hidden = !stream;
  if (!stream || (at("look").open && !isUrgent)) {
    return;
  }
  const mine = ++asked;
  let listed;
  try {
    listed = await call(`/_sluice/objects?${query({ stream, below: map.where() })}`);
  } catch (failure) {
    say(at("objects-note"), failure.message);
    return;
  }
  if (mine !== asked) {
    return;
  }
  // Ages are told to about ten seconds.
  const state = JSON.stringify([stream, map.where(), listed.version, Math.floor(Date.parse(listed.now) / 10_000),
    listed.errors.map((each) => each.redriven), attempts.size]);
  if (state === shown) {
    return;
  }
  shown = state;
  map.update(listed);
  say(at("objects-note"), listed.objects === 0 ? "Nothing is delivered yet."
    : `${count(listed.objects, "object")} in ${listed.bucket}; the newest${map.where() ? ` below ${plain(map.where())}` : ""} first.`);
  say(at("errors-note"), listed.errorObjects === 0 ? "There are no error objects."
    : `${count(listed.errorObjects, "error object")}; the newest first. Take the cause away, then redrive: each once.`);
  replace(at("objects-list"), listed.newest.map(object(stream, listed.now)));
  replace(at("errors-list"), listed.errors.map(error(stream, listed.now)));
};

export const start = () => {
  map.start(() => look());
  at("look-close").addEventListener("click", () => at("look").close());
};
