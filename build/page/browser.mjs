// A headless Chromium over the DevTools protocol, through a pair of pipes: no port, and nothing to install beside it.
import { spawn } from "node:child_process";

const MILLIS_MAX = 30_000;

export class Browser {
  #next = 1;
  #waiting = new Map();
  #listeners = [];
  #rest = "";

  constructor(executable, profile) {
    this.process = spawn(executable, ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-default-browser-check",
      // In a container, as root, its own sandbox can't be made.
      ...(process.getuid() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage", "--hide-scrollbars",
      // A name that its owner lets point to this machine.
      "--host-resolver-rules=MAP evil.example 127.0.0.1",
      `--user-data-dir=${profile}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.on("exit", (code) => this.#waiting.forEach(({ reject }) => reject(new Error(`the browser ended: ${code}`))));
    this.process.stdio[4].setEncoding("utf8").on("data", (piece) => this.#read(piece));
  }

  #read(piece) {
    const messages = (this.#rest + piece).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      if (message.id) {
        const { resolve, reject } = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result);
      } else {
        this.#listeners.forEach((listener) => listener(message));
      }
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async open() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    return new Tab(this, sessionId, (listener) =>
      this.#listeners.push((message) => message.sessionId === sessionId && listener(message.method, message.params)));
  }

  async close() {
    await this.send("Browser.close").catch(() => this.process.kill());
    await this.ended;
  }
}

const KEYS = { Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

class Tab {
  constructor(browser, session, listen) {
    this.send = (method, params) => browser.send(method, params, session);
    this.listen = listen;
  }

  // The value of an expression in the page, which may be a promise.
  async get(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) {
      throw new Error(`${expression}: ${exceptionDetails.exception?.description || exceptionDetails.text}`);
    }
    return result.value;
  }

  // Until the expression is true, or half a minute is over.
  async until(expression, why = expression) {
    const start = Date.now();
    while (!(await this.get(`Boolean(${expression})`))) {
      if (Date.now() - start > MILLIS_MAX) {
        throw new Error(`never: ${why}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async press(key, modifiers = 0) {
    const common = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: KEYS[key], modifiers };
    const text = { Enter: "\r", " ": " " }[key];
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...common });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  }

  type(text) {
    return this.send("Input.insertText", { text });
  }

  // Of the whole page, or of what is on the screen.
  async screenshot(whole = true) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole });
    return Buffer.from(data, "base64");
  }
}
