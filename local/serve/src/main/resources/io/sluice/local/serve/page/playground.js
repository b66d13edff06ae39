import { at, element, plain, post, say } from "./dom.js";

const EXAMPLE = {
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
const NAMES = { file: "stream.json", cli: "a call of the AWS CLI", terraform: "Terraform", cdk: "CDK" };
const PAUSE_MILLIS = 150;

const problem = (each) => element("div", { className: each.severity === "ERROR" ? "outcome bad" : "outcome" },
  element("p", {}, element("strong", { textContent: each.severity === "ERROR" ? "Configuration: " : "Note: " }),
    each.message),
  element("p", { className: "data", textContent: each.path }));

const outcome = (each) => {
  if (each.dropped) {
    return element("div", { className: "outcome" }, element("p", { textContent: "Dropped by code" }));
  }
  const keys = Object.entries(each.keys || {}).map(([name, value]) => plain(`${name} = ${value}`)).join(", ");
  return element("div", { className: each.error ? "outcome bad" : "outcome" },
    ...(each.error ? [element("p", {}, element("strong", { textContent: `${each.code}: ` }), each.error)] : []),
    ...(keys ? [element("p", { className: "data", textContent: keys })] : []),
    element("p", { className: "data path", textContent: plain(each.path) }));
};

let asked = 0;
const play = async () => {
  const mine = ++asked;
  let shown;
  try {
    const told = await post("/_sluice/playground",
      { configuration: at("configuration").value, record: at("record").value });
    shown = [...told.problems.map(problem), ...told.outcomes.map(outcome)];
  } catch (failure) {
    shown = [element("p", { textContent: failure.message })];
  }
  if (mine === asked) {
    at("outcomes").replaceChildren(...shown);
  }
};

const take = async (form) => {
  try {
    const { text } = await post("/_sluice/playground/as", { form, configuration: at("configuration").value });
    at("form").hidden = false;
    say(at("form-label"), `As ${NAMES[form]}`);
    at("form-text").value = text;
    say(at("form-status"), form === "file" ? "" : "The Sluice section, if there is one, is left out.");
  } catch (failure) {
    at("form").hidden = true;
    say(at("form-status"), failure.message);
  }
};

const copy = async () => {
  try {
    await navigator.clipboard.writeText(at("form-text").value);
    say(at("form-status"), "Copied.");
  } catch {
    at("form-text").select();
    say(at("form-status"), "Selected: copy it by keyboard.");
  }
};

export const start = () => {
  let waiting;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(play, PAUSE_MILLIS);
  };
  at("configuration").value = JSON.stringify(EXAMPLE, null, 2);
  at("record").value = "{\"customer_id\":\"123\",\"page\":\"/\"}";
  at("configuration").addEventListener("input", soon);
  at("record").addEventListener("input", soon);
  document.querySelectorAll("[data-form]").forEach((button) =>
    button.addEventListener("click", () => take(button.dataset.form)));
  at("copy").addEventListener("click", copy);
  play();
};
