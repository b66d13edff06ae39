// A client: the AWS SDK for JavaScript puts records until its standard input ends, and tells of each call as put.py does.
//   put.mjs ENDPOINT CLIENT MODULES
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [endpoint, client, modules] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(modules, "node_modules", "here.js")));
const sdk = require("@aws-sdk/client-firehose");
const firehose = new sdk.FirehoseClient({
  endpoint, region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
let ended = false;
process.stdin.on("end", () => { ended = true; }).resume();

// As records.py has it.
function record(n) {
  const fields = { client: Number(client), n, pad: "x".repeat(n % 300) };
  if (n % 1009 !== 7) {
    fields.k = `p${String((n * 7) % 50).padStart(2, "0")}`;
  }
  return { Data: new TextEncoder().encode(JSON.stringify(fields)) };
}

let n = 0;
while (!ended) {
  const count = Math.random() < 0.2 ? 1 : 1 + Math.floor(500 * Math.random() ** 3);
  const Records = Array.from({ length: count }, (_, i) => record(n + i));
  const command = count === 1 ? new sdk.PutRecordCommand({ DeliveryStreamName: "s", Record: Records[0] })
    : new sdk.PutRecordBatchCommand({ DeliveryStreamName: "s", Records });
  const begun = performance.now();
  let retries = 0;
  let verdicts;
  try {
    const answer = await firehose.send(command);
    retries = answer.$metadata.attempts - 1;
    verdicts = (answer.RequestResponses ?? [answer]).map((each) => (each.ErrorCode ? "refused" : "acknowledged"));
  } catch (error) {
    const status = error.$metadata?.httpStatusCode ?? 0;
    console.error(`client ${client}: ${status}: ${error}`);
    verdicts = Array(count).fill(status >= 400 && status < 500 ? "refused" : "unknown");
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(4);
  if (new Set(verdicts).size === 1) {
    console.log(verdicts[0], n, count, seconds, retries);
  } else {
    verdicts.forEach((verdict, i) => console.log(verdict, n + i, 1, seconds, retries));
  }
  if (verdicts.includes("unknown")) {
    await new Promise((resume) => { setTimeout(resume, 200); });
  }
  n += count;
}
