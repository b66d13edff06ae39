// The page of `./sluice serve --demo` as a person uses it, in a headless Chromium.
// node page.mjs CHROMIUM URL FOLDER: screenshots are left in FOLDER. Exit status 1 says what does not work.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { firehose } from "./firehose.mjs";

const [executable, url, folder] = process.argv.slice(2);
const HOSTILE = "<img src=x onerror=window.hacked=1>\"'&\u202eend";
const call = firehose(url);

const processing = (query) => ({ Enabled: true, Processors: [
  { Type: "MetadataExtraction", Parameters: [
    { ParameterName: "MetadataExtractionQuery", ParameterValue: query },
    { ParameterName: "JsonParsingEngine", ParameterValue: "JQ-1.6" }] },
  { Type: "AppendDelimiterToRecord" }] });
const flush = async () => assert.ok((await fetch(`${url}/_sluice/flush`, { method: "POST" })).ok, "not all could be delivered");
const text = (id) => `document.getElementById(${JSON.stringify(id)}).textContent`;
const done = (what) => console.log(`page: ${what}`);

// A stream whose keys and records would be markup, were they not text, and one record that lacks its key.
const prepare = async () => {
  await call("CreateDeliveryStream", { DeliveryStreamName: "hostile", ExtendedS3DestinationConfiguration: {
    RoleARN: "arn:aws:iam::123456789012:role/r", BucketARN: "arn:aws:s3:::hostile-bucket",
    Prefix: "k=!{partitionKeyFromQuery:k}/", ErrorOutputPrefix: "errors/!{firehose:error-output-type}/",
    BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 }, DynamicPartitioningConfiguration: { Enabled: true },
    ProcessingConfiguration: processing("{k:.k}") } });
  const data = (value) => ({ Data: Buffer.from(JSON.stringify(value)).toString("base64") });
  await call("PutRecordBatch", { DeliveryStreamName: "hostile",
    Records: [data({ k: HOSTILE, html: "<script>window.hacked=2</script>" }), data({ k: "b" }), data({ note: HOSTILE })] });
  await flush();
};

const focusable = `[...document.querySelectorAll("a[href],button:not(:disabled),select,textarea,summary,input,[tabindex='0']")]
  .filter((each) => each.checkVisibility() && !each.closest("dialog:not([open])")
    && !(each.type === "radio" && !each.checked))`;

const everythingIsReachedByTab = async (tab) => {
  // What comes and goes with the demo's objects would be missed by chance: the lists stand still meanwhile.
  await tab.get(`document.activeElement.blur(), ${focusable}.forEach((each, i) => each.dataset.number = i)`);
  await tab.get("window.getSelection().removeAllRanges(), document.body.focus()");
  const total = await tab.get(`${focusable}.length`);
  const reached = new Set();
  for (let i = 0; i < total + 5; i++) {
    await tab.press("Tab");
    reached.add(await tab.get("document.activeElement.dataset.number ?? ''"));
  }
  const missed = await tab.get(`${focusable}.filter((each) => each.dataset.number !== undefined
    && !${JSON.stringify([...reached])}.includes(each.dataset.number)).map((each) => each.outerHTML.slice(0, 120))`);
  assert.deepEqual(missed, [], "not reached by Tab");
  done(`Tab reaches all ${total} of what can be used`);
};

const everythingHasAName = async (tab) => {
  const { nodes } = await tab.send("Accessibility.getFullAXTree");
  const needs = ["button", "link", "textbox", "combobox", "radio", "region", "navigation", "image", "img", "group", "status"];
  const nameless = nodes.filter((node) => !node.ignored && ["button", "link", "textbox", "combobox", "radio", "image", "img"]
    .includes(node.role?.value) && !node.name?.value);
  assert.deepEqual(nameless.map((node) => node.role.value), [], "controls and pictures without a name");
  done(`${nodes.filter((node) => needs.includes(node.role?.value)).length} controls, pictures and places have names`);
};

// WCAG's contrast of each text with what is under it: 4.5, or 3 for large text.
const contrasts = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((each) => each / 255)
    .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const style = getComputedStyle(element);
    const svg = element.closest("g");
    let under = element;
    while (svg && under.localName !== "rect" && under.previousElementSibling) under = under.previousElementSibling;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest(":disabled,title,.skip,dialog:not([open])")) continue;
    const [one, other] = [light(channels(svg ? style.fill : style.color)),
      light(svg ? channels(getComputedStyle(under).fill) : ground(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) faint.push(ratio.toFixed(2) + " " + walker.currentNode.textContent.slice(0, 40));
  }
  return faint;
})()`;

const size = (tab, width, height, scheme, mobile = false) => Promise.all([
  tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile }),
  tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] })]);

const take = async (tab, name, whole = true) => writeFileSync(join(folder, `${name}.png`), await tab.screenshot(whole));

const pictures = async (tab) => {
  for (const [name, width, height, mobile] of [["desktop", 1280, 900, false], ["phone", 390, 844, true], ["narrow", 320, 640, true]]) {
    for (const scheme of ["light", "dark"]) {
      await size(tab, width, height, scheme, mobile);
      await tab.get("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
      const wide = await tab.get("document.scrollingElement.scrollWidth - document.documentElement.clientWidth");
      assert.ok(wide <= 0, `${name}: the page is ${wide} pixels wider than the screen`);
      assert.deepEqual(await tab.get(contrasts), [], `${name}, ${scheme}: too faint`);
      await take(tab, `${name}-${scheme}`);
      for (const section of name === "phone" ? ["demo", "streams", "partitions", "objects", "errors", "playground"] : []) {
        await tab.get(`document.getElementById("${section}").scrollIntoView()`);
        await take(tab, `${name}-${scheme}-${section}`, false);
      }
      await tab.get("window.scrollTo(0, 0)");
    }
  }
  await size(tab, 1280, 900, "light");
  done("fits 320, 390 and 1280 pixels, light and dark, with enough contrast");
};

const thePlaygroundAnswers = async (tab) => {
  await tab.until(`${text("outcomes")}.includes("customer=123/")`);
  await tab.get("document.getElementById('record').focus(), document.getElementById('record').select()");
  await tab.type(`{"customer_id":${JSON.stringify(HOSTILE)}}`);
  await tab.until(`${text("outcomes")}.includes("customer=<img")`);
  await tab.get("document.getElementById('record').select()");
  await tab.type("{}");
  await tab.until(`${text("outcomes")}.includes("must not be null or empty")`);
  for (const [form, mark] of [["file", "\"DeliveryStreamName\""], ["cli", "aws firehose"], ["terraform", "resource \""], ["cdk", "new CfnDeliveryStream"]]) {
    await tab.get(`document.querySelector("[data-form=${form}]").click()`);
    await tab.until(`document.getElementById("form-text").value.includes(${JSON.stringify(mark)})`, `the form ${form}`);
  }
  done("the playground answers as one types, and makes four forms");
};

const thePlotsMove = async (tab) => {
  const points = () => tab.get("document.querySelector('.plots .line').getAttribute('points')");
  const before = await points();
  await tab.until(`document.querySelector(".plots .line").getAttribute("points") !== ${JSON.stringify(before)}`, "a plot moves");
  await tab.until("document.querySelector('.plots strong').textContent !== '0'", "records come in");
  done("the plots move");
};

const theDemoAddsUp = async (tab) => {
  await tab.until(`${text("holds")}.startsWith("It adds up.")`, "the sum adds up");
  for (let killed = 0; killed < 3;) {
    await tab.get("document.getElementById('kill').focus()");
    await tab.press("Enter");
    await tab.until("!document.getElementById('kill').disabled && /died|was done/.test(document.getElementById('killed').textContent)", "a kill is told");
    killed += await tab.get(`${text("killed")}.includes("died") ? 1 : 0`);
    const sum = await tab.get("[...document.querySelectorAll('#sum dd')].map((each) => Number(each.textContent.replaceAll(',', '')))");
    assert.equal(sum[0], sum.slice(1).reduce((all, each) => all + each, 0), `the sum: ${sum}`);
    assert.ok((await tab.get(text("holds"))).startsWith("It adds up."));
  }
  done("three flushers killed, and the sum adds up");
};

const theMapIsUsedByKeyboard = async (tab) => {
  await tab.until("document.querySelectorAll('#map g').length >= 3", "the map has three regions");
  await tab.get("document.querySelector('#map g[tabindex=\"0\"]').focus()");
  await tab.press("ArrowRight");
  const region = await tab.get("document.activeElement.dataset.path");
  await tab.press("Enter");
  await tab.until(`${text("trail")}.includes(${JSON.stringify(region.slice(0, -1))})`, "the map goes into a region");
  assert.ok(await tab.get("document.activeElement.closest('#map') !== null"), "the focus stays in the map");
  await tab.until(`[...document.querySelectorAll("#objects-list .data")].every((each) => each.textContent.startsWith(${JSON.stringify(region)}))`,
    "the objects are those of the region");
  await tab.get("document.querySelector('input[value=age]').click(), document.getElementById('partitions').scrollIntoView()");
  await take(tab, "region-by-age", false);
  await tab.get("document.querySelector('input[value=bytes]').click(), document.querySelector('#map g').focus()");
  assert.ok(await tab.get("document.querySelectorAll('#rows tr').length === document.querySelectorAll('#map g').length"));
  await tab.press("Escape");
  assert.equal(await tab.get("document.activeElement.dataset.path"), region, "back where one was");
  done("the map is drilled into and left by keyboard");
};

const hostileTextIsText = async (tab) => {
  await tab.get("{ const select = document.getElementById('stream'); select.value = 'hostile'; select.dispatchEvent(new Event('change')); }");
  await tab.until(`${text("objects-list")}.includes("<img")`, "the hostile key is listed");
  assert.ok(await tab.get(`${text("objects-list")}.includes("\\\\u{202e}end")`), "what turns text around is shown by its number");
  await tab.get("[...document.querySelectorAll('[data-look]')].find((each) => each.dataset.look.includes('<img')).focus()");
  const key = await tab.get("document.activeElement.dataset.look");
  await tab.press("Enter");
  await tab.until(`${text("look-records")}.includes("<script>")`, "a look inside");
  assert.ok(await tab.get("document.getElementById('look').contains(document.activeElement)"), "the focus is in the dialog");
  await take(tab, "look", false);
  await tab.press("Escape");
  await tab.until("!document.getElementById('look').open");
  assert.equal(await tab.get("document.activeElement.dataset.look"), key, "the focus is where it was");
  assert.equal(await tab.get("document.querySelectorAll('img,iframe,main script').length + (window.hacked || 0)"), 0, "markup came of a record");
  done("hostile keys and records are text");
};

const redriveWorksOnce = async (tab) => {
  await tab.until("document.querySelectorAll('#errors-list [data-redrive]').length === 1", "the error object is listed");
  const { DeliveryStreamDescription: { VersionId, Destinations } } = await call("DescribeDeliveryStream", { DeliveryStreamName: "hostile" });
  await call("UpdateDestination", { DeliveryStreamName: "hostile", CurrentDeliveryStreamVersionId: VersionId,
    DestinationId: Destinations[0].DestinationId,
    ExtendedS3DestinationUpdate: { ProcessingConfiguration: processing("{k:(.k // \"redriven\")}") } });
  await tab.get("document.querySelector('[data-redrive]').focus()");
  await tab.press("Enter");
  await tab.until(`${text("redriven")}.includes("1 record put in again")`, "the redrive is told");
  await tab.until("document.querySelector('[data-redrive]').disabled", "the button is used up");
  await tab.get("document.getElementById('flush').click()");
  await tab.until(`${text("objects-list")}.includes("k=redriven/")`, "the record is delivered");
  done("redrive works, and is offered once");
};

// What a page of another site tries: requests that need no leave, forms, pictures, scripts and frames.
const attack = `(async () => {
  const kill = ${JSON.stringify(url)} + "/_sluice/demo/kill";
  const loads = (name, path) => new Promise((resolve) => {
    const made = Object.assign(document.createElement(name), { onload: () => resolve(path), onerror: () => resolve("") });
    made.src = ${JSON.stringify(url)} + path;
    document.body.append(made);
  });
  const answers = await Promise.all([["cors", {}], ["no-cors", { body: "{}" }]].map(([mode, more]) =>
    fetch(kill, { method: "POST", mode, ...more }).then((answer) => answer.status ? "answered " + answer.status : "", () => "")));
  navigator.sendBeacon(kill, "{}");
  const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
  const form = Object.assign(document.createElement("form"), { method: "post", action: kill, target: "frame", enctype: "text/plain" });
  document.body.append(frame, form);
  await new Promise((resolve) => { frame.onload = resolve; form.submit(); });
  return [...answers, await loads("img", "/icon.svg"), await loads("script", "/page.js"), await loads("script", "/_sluice/streams")]
    .filter((each) => each !== "");
})()`;

const otherSitesReachNothing = async (browser) => {
  const site = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<!doctype html><body>"));
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  const demo = async () => (await fetch(`${url}/_sluice/demo`)).json();
  const { kills } = await demo();
  for (const host of ["localhost", "127.0.0.1", "evil.example"]) {
    const tab = await browser.open();
    await tab.send("Page.navigate", { url: `http://${host}:${site.address().port}/` });
    await tab.until(`location.hostname === ${JSON.stringify(host)} && document.readyState === "complete"`);
    assert.deepEqual(await tab.get(attack), [], `a page of ${host} gets something`);
    await tab.send("Page.navigate", { url: `http://evil.example:${new URL(url).port}/` });
    await tab.until("document.body?.textContent.includes('does not go by the name')", "another name is refused");
    assert.equal(await tab.get("fetch('/_sluice/demo/kill', { method: 'POST' }).then((answer) => answer.status)"), 403);
  }
  assert.equal((await demo()).kills, kills, "a page of another site killed a flusher");
  site.close();
  done("pages of other sites, and names that point here, reach nothing");
};

mkdirSync(folder, { recursive: true });
await prepare();
const profile = mkdtempSync(join(tmpdir(), "sluice-page-"));
const browser = new Browser(executable, profile);
const wrong = [];
try {
  const tab = await browser.open();
  tab.listen((method, params) => {
    if (method === "Runtime.exceptionThrown") {
      wrong.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    } else if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) {
      wrong.push(`${params.entry.level}: ${params.entry.text} ${params.entry.url || ""}`);
    } else if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) {
      wrong.push(`console.${params.type}: ${JSON.stringify(params.args)}`);
    } else if (method === "Network.requestWillBeSent" && !params.request.url.startsWith(`${url}/`)) {
      wrong.push(`a request to another place: ${params.request.url}`);
    }
  });
  await Promise.all(["Page", "Runtime", "Log", "Network", "Accessibility"].map((each) => tab.send(`${each}.enable`)));
  await size(tab, 1280, 900, "light");
  await tab.send("Page.navigate", { url: `${url}/` });
  await tab.until("document.readyState === 'complete' && !document.getElementById('demo').hidden", "the page is there");
  await thePlaygroundAnswers(tab);
  await thePlotsMove(tab);
  await theDemoAddsUp(tab);
  await theMapIsUsedByKeyboard(tab);
  await tab.get("document.getElementById('table-details').open = true");
  await pictures(tab);
  await hostileTextIsText(tab);
  await take(tab, "hostile");
  await redriveWorksOnce(tab);
  await take(tab, "redriven");
  await tab.get("document.getElementById('rest').click()");
  await flush();
  await everythingIsReachedByTab(tab);
  await everythingHasAName(tab);
  await otherSitesReachNothing(browser);
  assert.deepEqual(wrong, [], "the browser's console, and requests to other places");
  done(`no error in the console, no request to another place; screenshots in ${folder}`);
} catch (failure) {
  console.error(`page: ${failure.stack}`);
  wrong.forEach((each) => console.error(`page: the console says: ${each}`));
  process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
