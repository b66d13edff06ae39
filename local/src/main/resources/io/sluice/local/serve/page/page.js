"use strict";

// Everything that comes from a record, a configuration or the server is put into the page as text.
const element = (name, options, ...children) => {
  const made = document.createElement(name);
  Object.assign(made, options);
  made.append(...children);
  return made;
};
const at = (id) => document.getElementById(id);

const example = {
  DeliveryStreamName: "clicks",
  ExtendedS3DestinationConfiguration: {
    RoleARN: "arn:aws:iam::123456789012:role/clicks",
    BucketARN: "arn:aws:s3:::clicks",
    Prefix: "customer=!{partitionKeyFromQuery:customer}/dt=!{timestamp:yyyy-MM-dd}/",
    ErrorOutputPrefix: "errors/!{firehose:error-output-type}/",
    BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
    DynamicPartitioningConfiguration: { Enabled: true },
    ProcessingConfiguration: {
      Enabled: true,
      Processors: [{
        Type: "MetadataExtraction",
        Parameters: [
          { ParameterName: "MetadataExtractionQuery", ParameterValue: "{customer:.customer_id}" },
          { ParameterName: "JsonParsingEngine", ParameterValue: "JQ-1.6" },
        ],
      }],
    },
  },
};

const problem = (each) => element("div", { className: each.severity === "ERROR" ? "outcome bad" : "outcome" },
  element("p", {}, element("strong", { textContent: each.severity === "ERROR" ? "Configuration: " : "Note: " }), each.message),
  element("p", { className: "keys", textContent: each.path }));

const outcome = (each) => {
  if (each.dropped) {
    return element("div", { className: "outcome" }, element("p", { textContent: "Dropped by code" }));
  }
  const keys = Object.entries(each.keys || {}).map(([name, value]) => `${name} = ${value}`).join(", ");
  return element("div", { className: each.error ? "outcome bad" : "outcome" },
    ...(each.error ? [element("p", {}, element("strong", { textContent: each.code + ": " }), each.error)] : []),
    element("p", { className: "keys", textContent: keys }),
    element("p", { className: "path", textContent: each.path }));
};

let asked = 0;
const play = async () => {
  const mine = ++asked;
  let shown;
  try {
    const answer = await fetch("/_sluice/playground", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ configuration: at("configuration").value, record: at("record").value }),
    });
    const told = await answer.json();
    shown = [...(told.problems || []).map(problem), ...(told.outcomes || []).map(outcome)];
  } catch {
    shown = [element("p", { textContent: "The server does not answer." })];
  }
  if (mine === asked) {
    at("outcomes").replaceChildren(...shown);
  }
};

let waiting;
const playSoon = () => {
  clearTimeout(waiting);
  waiting = setTimeout(play, 150);
};

const history = new Map();
const POINTS = 120;
const SVG = "http://www.w3.org/2000/svg";

const plot = (values, label) => {
  const svg = document.createElementNS(SVG, "svg");
  const most = Math.max(1, ...values);
  svg.setAttribute("viewBox", `0 0 ${POINTS} 100`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${label}: now ${values.at(-1)}, at most ${most} of late`);
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", values.map((value, i) => `${POINTS - values.length + i},${98 - 96 * value / most}`).join(" "));
  svg.append(line);
  return svg;
};

const figure = (name, value) => element("div", {}, element("dt", { textContent: name }),
  element("dd", { textContent: value.toLocaleString() }));

const stream = (each) => {
  const past = history.get(each.name) || { records: each.records, rates: [], pending: [] };
  past.rates.push(Math.max(0, Math.round((each.records - past.records) / 2)));
  past.pending.push(each.pending + each.journal);
  past.records = each.records;
  past.rates.splice(0, past.rates.length - POINTS);
  past.pending.splice(0, past.pending.length - POINTS);
  history.set(each.name, past);
  return element("article", { className: "stream" },
    element("h3", { textContent: `${each.name} (${each.status})` }),
    element("dl", {}, figure("records in", each.records), figure("waiting", each.pending + each.journal),
      figure("partitions", each.partitions), figure("delivered", each.delivered), figure("rejected", each.rejected),
      figure("objects", each.objects)),
    element("p", { textContent: "Records a second" }), plot(past.rates, "Records a second"),
    element("p", { textContent: "Records waiting" }), plot(past.pending, "Records waiting"),
    ...(each.troubles || []).map((text) => element("p", { className: "outcome bad", textContent: text })));
};

const look = async () => {
  try {
    const streams = await (await fetch("/_sluice/streams")).json();
    if (streams.length > 0) {
      at("list").replaceChildren(...streams.map(stream));
    }
  } catch {
    at("list").replaceChildren(element("p", { textContent: "The server does not answer." }));
  }
  setTimeout(look, 2000);
};

at("flush").addEventListener("click", async () => {
  at("flush").disabled = true;
  at("flushed").textContent = "Delivering …";
  try {
    const answer = await fetch("/_sluice/flush", { method: "POST" });
    at("flushed").textContent = answer.ok ? "All is delivered." : "Not all could be delivered; see the streams.";
  } catch {
    at("flushed").textContent = "The server does not answer.";
  }
  at("flush").disabled = false;
});
at("configuration").value = JSON.stringify(example, null, 2);
at("record").value = "{\"customer_id\":\"123\",\"page\":\"/\"}";
at("configuration").addEventListener("input", playSoon);
at("record").addEventListener("input", playSoon);
play();
look();
