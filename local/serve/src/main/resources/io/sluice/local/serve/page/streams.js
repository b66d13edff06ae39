import { at, bytes, call, drawn, element, post, say, span } from "./dom.js";

const POINTS = 150;
const HEIGHT = 60;

const whole = (number) => Math.round(number).toLocaleString("en");
const time = (text) => text.slice(0, 19).replace("T", " ");
const FIGURES = [
  ["Records in", (stream) => whole(stream.records)],
  ["Waiting", (stream) => whole(stream.waiting)],
  ["Partitions waiting", (stream) => whole(stream.partitions)],
  ["Delivered", (stream) => whole(stream.delivered)],
  ["Rejected", (stream) => whole(stream.rejected)],
  ["Objects", (stream) => whole(stream.objects)],
  ["Landed last", (stream) => (stream.landed ? time(stream.landed.at) : "–")],
  ["Complete until", (stream) => (stream.completeUntil ? time(stream.completeUntil) : "–")],
  ["Table behind", (stream) => ("tableLagSeconds" in stream ? span(stream.tableLagSeconds) : "–")],
];
const PLOTS = [
  ["Records a second", "rate", (value) => whole(value)],
  ["Bytes a second", "byteRate", bytes],
  ["Oldest that waits, about", "age", span],
  ["Bytes waiting, about", "waitingBytes", (value) => bytes(Math.round(value))],
];

const history = new Map();

// When the record came that has waited longest, if those leave first that came first. Where it came before the first
// point, that is all that is known.
const age = (points, stream, now) => {
  const came = points.findLast((point) => point.records <= stream.records - stream.waiting);
  return stream.waiting === 0 ? 0 : (now - (came || points[0] || { at: now }).at) / 1000;
};

const remember = (stream, now = performance.now()) => {
  const points = history.get(stream.name) || [];
  const last = points.at(-1);
  const elapsed = last ? Math.max(0.2, (now - last.at) / 1000) : 1;
  const since = (name) => (last ? Math.max(0, stream[name] - last[name]) / elapsed : 0);
  points.push({
    at: now,
    records: stream.records,
    bytes: stream.bytes,
    rate: since("records"),
    byteRate: since("bytes"),
    age: age(points, stream, now),
    waitingBytes: stream.waitingBytes,
  });
  points.splice(0, points.length - POINTS);
  history.set(stream.name, points);
};

// What the server noted before this page was opened.
const recall = async () => {
  const noted = await call("/_sluice/history");
  const now = performance.now();
  Object.entries(noted).forEach(([name, points]) =>
    points.forEach((point) => remember({ ...point, name }, now - point.ago)));
};

const plots = PLOTS.map(([title, name, format]) => {
  const area = drawn("polygon", { class: "area" });
  const line = drawn("polyline", { class: "line" });
  const now = element("strong");
  const most = element("span", { className: "note" });
  const svg = drawn("svg", { viewBox: `0 0 ${POINTS} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, area, line);
  return {
    shown: element("figure", {}, element("figcaption", {}, element("span", { textContent: title }), now, most), svg),
    update: (points) => {
      const values = points.map((point) => point[name]);
      const top = Math.max(...values);
      const x = (i) => POINTS - values.length + i;
      const y = (value) => (HEIGHT - 2 - (HEIGHT - 6) * (top > 0 ? value / top : 0)).toFixed(1);
      const path = values.map((value, i) => `${x(i)},${y(value)}`).join(" ");
      line.setAttribute("points", path);
      area.setAttribute("points", `${x(0)},${HEIGHT} ${path} ${x(values.length - 1)},${HEIGHT}`);
      say(now, format(values.at(-1)));
      say(most, `at most ${format(top)}`);
      svg.setAttribute("aria-label", `${title}: now ${format(values.at(-1))}, at most ${format(top)} of late`);
    },
  };
});

const figures = FIGURES.map(([title, value]) => {
  const shown = element("dd");
  return { shown: element("div", {}, element("dt", { textContent: title }), shown),
    update: (stream) => say(shown, value(stream)) };
});

const choose = (names) => {
  const select = at("stream");
  const before = select.value;
  if ([...select.options].map((option) => option.value).join("\n") !== names.join("\n")) {
    select.replaceChildren(...names.map((name) => element("option", { value: name, textContent: name })));
    select.value = names.includes(before) ? before : names[0] || "";
  }
};

export const chosen = () => at("stream").value;

const show = (streams) => {
  choose(streams.map((stream) => stream.name));
  at("none").hidden = streams.length > 0;
  at("stream-view").hidden = streams.length === 0;
  const stream = streams.find((each) => each.name === chosen());
  if (stream) {
    say(at("streams-title"), stream.status === "ACTIVE" ? "Streams" : `Streams: ${stream.name} is ${stream.status}`);
    figures.forEach((figure) => figure.update(stream));
    plots.forEach((plot) => plot.update(history.get(stream.name)));
    const troubles = stream.troubles || [];
    if (at("troubles").dataset.told !== troubles.join("\n")) {
      at("troubles").dataset.told = troubles.join("\n");
      at("troubles").replaceChildren(
        ...troubles.map((text) => element("p", { className: "outcome bad", textContent: text })));
    }
  }
};

let streams = [];
let recalled = false;
export const look = async () => {
  try {
    if (!recalled) {
      await recall();
      recalled = true;
    }
    streams = await call("/_sluice/streams");
    streams.forEach(remember);
    show(streams);
    if (at("none").dataset.lost) {
      delete at("none").dataset.lost;
    }
  } catch (failure) {
    say(at("none"), failure.message);
    at("none").hidden = false;
    at("none").dataset.lost = "yes";
  }
};

const flush = async () => {
  at("flush").disabled = true;
  say(at("flushed"), "Delivering …");
  try {
    await post("/_sluice/flush");
    say(at("flushed"), "All is delivered.");
  } catch (failure) {
    say(at("flushed"), failure.told ? "Not all could be delivered; see what the streams say." : failure.message);
  }
  at("flush").disabled = false;
  at("flush").focus();
};

export const start = (changed) => {
  at("figures").replaceChildren(...figures.map((figure) => figure.shown));
  at("plots").replaceChildren(...plots.map((plot) => plot.shown));
  at("flush").addEventListener("click", flush);
  at("stream").addEventListener("change", () => {
    show(streams);
    changed();
  });
};
