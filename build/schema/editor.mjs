// Asks the language server as an editor does, prints its answers, and fails where one is not as it should be.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import languageService from 'vscode-json-languageservice';

const { getLanguageService, TextDocument } = languageService;

const root = process.argv[2];
const schema = JSON.parse(readFileSync(join(root, 'docs/reference/configuration.schema.json'), 'utf8'));
const server = getLanguageService({});
server.configure({
  validate: true,
  schemas: [{ uri: 'sluice://configuration', fileMatch: ['*.json'], schema }],
});

function opened(text) {
  const document = TextDocument.create('file:///stream.json', 'json', 1, text);
  return { document, parsed: server.parseJSONDocument(document) };
}

// What is proposed where `|` stands.
async function proposed(text) {
  const { document, parsed } = opened(text.replace('|', ''));
  const completions = await server.doComplete(document, document.positionAt(text.indexOf('|')), parsed);
  return completions.items.map(item => item.label.replaceAll('"', '')).sort();
}

// What is underlined, and why.
async function underlined(text) {
  const { document, parsed } = opened(text);
  const problems = await server.doValidation(document, parsed, { schemaValidation: 'warning' });
  return problems.map(problem => [document.getText(problem.range), problem.message]);
}

async function proposes(where, text, names) {
  const found = await proposed(text);
  console.log(`${where}: ${found.join(', ')}`);
  for (const name of names) {
    assert.ok(found.includes(name), `${where}: ${name} is not proposed`);
  }
  return found;
}

const stream = '"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::data"';

await proposes('members of Sluice', '{"Sluice": {"|"}}', ['Delivery', 'KeyExtractor', 'MissingKey', 'Table']);
await proposes('formats of compression', `{${stream}, "CompressionFormat": |}}`, ['GZIP', 'Snappy', 'UNCOMPRESSED']);
const parameters = await proposes('parameters of a Lambda processor', `{${stream}, "ProcessingConfiguration": {
  "Processors": [{"Type": "Lambda", "Parameters": [{"ParameterName": |}]}]}}}`, ['LambdaArn', 'NumberOfRetries']);
assert.ok(!parameters.includes('MetadataExtractionQuery'), 'another processor\'s parameter is proposed');

for (const [text, at, message] of [
  [`{${stream}, "CompresionFormat": "GZIP"}}`, '"CompresionFormat"', /CompresionFormat is not allowed/],
  [`{${stream}, "CompressionFormat": "gzip"}}`, '"gzip"', /"GZIP"/],
  [`{${stream}, "BufferingHints": {"SizeInMBs": "64", "IntervalInSeconds": 60}}}`, '"64"', /Expected one of integer, null/],
  [`{${stream}}, "Sluice": {"IndexShards": 0}}`, '0', /minimum/],
]) {
  const problems = await underlined(text);
  console.log(`underlined: ${problems.map(([what, why]) => `${what}: ${why}`).join('; ')}`);
  assert.equal(problems.length, 1);
  assert.equal(problems[0][0], at);
  assert.match(problems[0][1], message);
}

const quakes = readFileSync(join(root, 'events/quakes/stream.json'), 'utf8');
assert.deepEqual(await underlined(quakes), []);
console.log('events/quakes/stream.json: nothing is underlined');
