// The AWS SDK for JavaScript: creates, puts, describes, updates and deletes a stream of the server at the URL given.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [endpoint, modules] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(modules, "node_modules", "here.js")));
const sdk = require("@aws-sdk/client-firehose");
const firehose = new sdk.FirehoseClient({
  endpoint, region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

function expect(what, seen, wanted) {
  if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
    throw new Error(`${what}: ${JSON.stringify(seen)}, expected ${JSON.stringify(wanted)}`);
  }
}

const stream = { DeliveryStreamName: "js" };
const record = (text) => ({ Data: new TextEncoder().encode(text) });
await firehose.send(new sdk.CreateDeliveryStreamCommand({
  ...stream,
  ExtendedS3DestinationConfiguration: {
    RoleARN: "arn:aws:iam::123456789012:role/r", BucketARN: "arn:aws:s3:::js-bucket",
    Prefix: "k=!{partitionKeyFromQuery:k}/", ErrorOutputPrefix: "errors/!{firehose:error-output-type}/",
    DynamicPartitioningConfiguration: { Enabled: true }, BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
    ProcessingConfiguration: {
      Enabled: true,
      Processors: [
        { Type: "AppendDelimiterToRecord", Parameters: [{ ParameterName: "Delimiter", ParameterValue: "\\n" }] },
        {
          Type: "MetadataExtraction",
          Parameters: [
            { ParameterName: "MetadataExtractionQuery", ParameterValue: "{k:.k}" },
            { ParameterName: "JsonParsingEngine", ParameterValue: "JQ-1.6" },
          ],
        },
      ],
    },
  },
}));
let described;
do {
  ({ DeliveryStreamDescription: described } = await firehose.send(new sdk.DescribeDeliveryStreamCommand(stream)));
} while (described.DeliveryStreamStatus === "CREATING");
expect("describe", described.DeliveryStreamStatus, "ACTIVE");
await firehose.send(new sdk.PutRecordCommand({ ...stream, Record: record('{"k":"ä","n":1}') }));
const batch = await firehose.send(new sdk.PutRecordBatchCommand({
  ...stream, Records: Array.from({ length: 500 }, (_, n) => record(JSON.stringify({ k: `p${n % 7}`, n: n + 2 }))),
}));
expect("put-record-batch", [batch.FailedPutCount, batch.RequestResponses.length], [0, 500]);
await firehose.send(new sdk.UpdateDestinationCommand({
  ...stream, CurrentDeliveryStreamVersionId: described.VersionId, DestinationId: described.Destinations[0].DestinationId,
  ExtendedS3DestinationUpdate: { BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 90 } },
}));
const refused = await firehose.send(new sdk.PutRecordCommand({ DeliveryStreamName: "nobody", Record: record("{}") }))
  .then(() => "accepted", (error) => error.name);
expect("a stream that is not there", refused, "ResourceNotFoundException");
await fetch(`${endpoint}/_sluice/flush`, { method: "POST" });
await firehose.send(new sdk.DeleteDeliveryStreamCommand(stream));
console.log("AWS SDK for JavaScript: 501 records put");
