import * as demo from "./demo.js";
import * as objects from "./objects.js";
import * as playground from "./playground.js";
import * as streams from "./streams.js";

const EVERY_MILLIS = 2000;

// One round of questions after the other, and none while nobody looks.
const round = async () => {
  if (!document.hidden) {
    await Promise.all([streams.look(), demo.look()]);
    await objects.look();
  }
  setTimeout(round, EVERY_MILLIS);
};

playground.start();
streams.start(() => objects.look());
objects.start();
demo.start();
round();
