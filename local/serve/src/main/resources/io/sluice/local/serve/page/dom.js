// Everything that comes from a record, a configuration or the server is put into the page as text.

export const at = (id) => document.getElementById(id);

export const element = (name, options = {}, ...children) => {
  const { attributes = {}, ...properties } = options;
  const made = document.createElement(name);
  Object.assign(made, properties);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
};

const SVG = "http://www.w3.org/2000/svg";

export const drawn = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
};

// Characters that show nothing, or turn the order of others around, are shown by their numbers.
export const plain = (text) => text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu,
  (each) => `\\u{${each.codePointAt(0).toString(16)}}`);

// Text only where it changes: what is selected or read aloud stays.
export const say = (to, text) => {
  if (to.textContent !== text) {
    to.textContent = text;
  }
};

// The server's answer, or an error that says why there is none.
export const call = async (path, options) => {
  let answer;
  let told;
  try {
    answer = await fetch(path, options);
    told = await answer.json();
  } catch {
    throw new Error("The server does not answer.");
  }
  if (!answer.ok) {
    throw Object.assign(new Error(told.message || `The server answers ${answer.status}.`), { told });
  }
  return told;
};

export const post = (path, body = {}) => call(path, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export const bytes = (count) => {
  let unit = 0;
  let size = count;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toPrecision(3)} ${UNITS[unit]}`;
};

export const seconds = (from, to) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

export const span = (count) => {
  const steps = [[60, "s", 1], [3600, "min", 60], [86400, "h", 3600], [Infinity, "d", 86400]];
  const [, unit, size] = steps.find(([limit]) => count < limit);
  return `${Math.floor(count / size)} ${unit}`;
};

export const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
