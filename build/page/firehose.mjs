// Calls of the Firehose API, signed as SDKs sign them (SigV4).
import { createHash, createHmac } from "node:crypto";

const hash = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

export const firehose = (endpoint) => async (operation, request) => {
  const body = JSON.stringify(request);
  const { host } = new URL(endpoint);
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const headers = { "content-type": "application/x-amz-json-1.1", host, "x-amz-date": time,
    "x-amz-target": `Firehose_20150804.${operation}` };
  const signed = Object.keys(headers).sort();
  const canonical = ["POST", "/", "", ...signed.map((name) => `${name}:${headers[name]}`), "", signed.join(";"), hash(body)].join("\n");
  const scope = `${time.slice(0, 8)}/us-east-1/firehose/aws4_request`;
  const key = scope.split("/").reduce(hmac, "AWS4local");
  const signature = createHmac("sha256", key).update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`).digest("hex");
  const { host: _, ...sent } = headers;
  const answer = await fetch(endpoint, { method: "POST", body, headers: { ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=local/${scope}, SignedHeaders=${signed.join(";")}, Signature=${signature}` } });
  const told = await answer.json();
  if (!answer.ok) {
    throw new Error(`${operation}: ${JSON.stringify(told)}`);
  }
  return told;
};
