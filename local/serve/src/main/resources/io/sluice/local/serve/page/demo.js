import { at, call, element, post, say } from "./dom.js";

const PARTS = [["in", ""], ["delivered", "="], ["rejected", "+"], ["dropped", "+"], ["pending", "+"]];

const parts = PARTS.map(([name, sign]) => {
  const shown = element("dd", { attributes: { "data-sign": sign } });
  return { name, shown, row: element("div", {}, element("dt", { textContent: name }), shown) };
});

const show = (demo) => {
  at("demo").hidden = !demo.on;
  at("to-demo").hidden = !demo.on;
  if (!demo.on) {
    return;
  }
  say(at("rest"), demo.resting ? "Let clicks come again" : "Stop the clicks");
  at("rest").dataset.resting = demo.resting;
  const { sum } = demo;
  parts.forEach(({ name, shown }) => say(shown, sum ? sum[name].toLocaleString("en") : "…"));
  const kills = `${demo.kills.toLocaleString("en")} ${demo.kills === 1 ? "flusher was" : "flushers were"} killed.`;
  say(at("holds"), demo.trouble || (!sum ? "Counting …" : sum.holds ? `It adds up. ${kills}` : `It does NOT add up. ${kills}`));
  at("holds").classList.toggle("bad", Boolean(demo.trouble || (sum && !sum.holds)));
};

export const look = async () => {
  try {
    const demo = await call("/_sluice/demo");
    show(demo);
    return demo.on;
  } catch (failure) {
    say(at("holds"), failure.message);
    return true;
  }
};

const kill = async () => {
  at("kill").disabled = true;
  say(at("killed"), "A run begins …");
  try {
    const told = await post("/_sluice/demo/kill");
    say(at("killed"), told.killed
      ? `It died of its request ${told.requests} (${told.last}). The next run takes up what it left.`
      : `The run was done after ${told.requests} requests, before it could be killed. Try again.`);
  } catch (failure) {
    say(at("killed"), failure.message);
  }
  at("kill").disabled = false;
  at("kill").focus();
  await look();
};

const rest = async () => {
  try {
    show(await post(at("rest").dataset.resting === "true" ? "/_sluice/demo/resume" : "/_sluice/demo/rest"));
  } catch (failure) {
    say(at("killed"), failure.message);
  }
};

export const start = () => {
  at("sum").replaceChildren(...parts.map((part) => part.row));
  at("kill").addEventListener("click", kill);
  at("rest").addEventListener("click", rest);
};
