"""The AWS CLI, version 1 or 2, through every operation: creates, describes, updates, tags, puts and deletes a stream."""
import base64
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

from served import Served

root, out = sys.argv[1:]
served = Served(root, out)
environment = {**os.environ, "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": "us-east-1",
               "AWS_PAGER": ""}
version = subprocess.run(["aws", "--version"], capture_output=True, text=True, check=True).stdout.split()[0]


def aws(operation, **parameters):
    """Calls an operation with its parameters as JSON."""
    call = subprocess.run(["aws", "firehose", operation, "--endpoint-url", served.uri, "--output", "json",
                           "--cli-input-json", json.dumps(parameters)], capture_output=True, text=True, env=environment)
    if call.returncode:
        raise SystemExit(f"aws firehose {operation}: {call.stderr}")
    return json.loads(call.stdout or "{}")


def expect(what, seen, wanted):
    if seen != wanted:
        raise SystemExit(f"{what}: {seen!r}, expected {wanted!r}")


def data(text):
    """Version 1 takes bytes as text, version 2 in base64."""
    if version.startswith("aws-cli/1"):
        return {"Data": text}
    return {"Data": base64.b64encode(text.encode()).decode()}


destination = {"RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::cli-bucket",
               "Prefix": "k=!{partitionKeyFromQuery:k}/", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
               "DynamicPartitioningConfiguration": {"Enabled": True},
               "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
               "ProcessingConfiguration": {"Enabled": True, "Processors": [
                   {"Type": "AppendDelimiterToRecord", "Parameters": [{"ParameterName": "Delimiter", "ParameterValue": "\\n"}]},
                   {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}}
try:
    arn = aws("create-delivery-stream", DeliveryStreamName="cli", ExtendedS3DestinationConfiguration=destination,
              Tags=[{"Key": "team", "Value": "data"}])["DeliveryStreamARN"]
    for _ in range(100):
        described = aws("describe-delivery-stream", DeliveryStreamName="cli")["DeliveryStreamDescription"]
        if described["DeliveryStreamStatus"] != "CREATING":
            break
    expect("describe", (described["DeliveryStreamARN"], described["DeliveryStreamStatus"]), (arn, "ACTIVE"))
    expect("list", aws("list-delivery-streams")["DeliveryStreamNames"], ["cli"])
    aws("put-record", DeliveryStreamName="cli", Record=data('{"k":"a","n":1}'))
    batch = aws("put-record-batch", DeliveryStreamName="cli", Records=[data('{"k":"a","n":2}'), data('{"k":"b","n":3}')])
    expect("put-record-batch", (batch["FailedPutCount"], len(batch["RequestResponses"])), (0, 2))
    aws("tag-delivery-stream", DeliveryStreamName="cli", Tags=[{"Key": "cost", "Value": "7"}])
    aws("untag-delivery-stream", DeliveryStreamName="cli", TagKeys=["team"])
    expect("tags", aws("list-tags-for-delivery-stream", DeliveryStreamName="cli")["Tags"], [{"Key": "cost", "Value": "7"}])
    aws("start-delivery-stream-encryption", DeliveryStreamName="cli",
        DeliveryStreamEncryptionConfigurationInput={"KeyType": "AWS_OWNED_CMK"})
    aws("stop-delivery-stream-encryption", DeliveryStreamName="cli")
    current = aws("describe-delivery-stream", DeliveryStreamName="cli")["DeliveryStreamDescription"]
    aws("update-destination", DeliveryStreamName="cli", CurrentDeliveryStreamVersionId=current["VersionId"],
        DestinationId=current["Destinations"][0]["DestinationId"],
        ExtendedS3DestinationUpdate={"Prefix": "later/k=!{partitionKeyFromQuery:k}/"})
    stale = subprocess.run(["aws", "firehose", "update-destination", "--endpoint-url", served.uri, "--delivery-stream-name", "cli",
                            "--current-delivery-stream-version-id", current["VersionId"], "--destination-id",
                            current["Destinations"][0]["DestinationId"]], capture_output=True, text=True, env=environment)
    if stale.returncode == 0 or "ConcurrentModificationException" not in stale.stderr:
        raise SystemExit(f"an update of an old version: {stale.returncode} {stale.stderr}")
    aws("put-record", DeliveryStreamName="cli", Record=data('{"k":"a","n":4}'))
    urllib.request.urlopen(urllib.request.Request(served.uri + "/_sluice/flush", method="POST")).read()
    delivered = {(str(file.parent.relative_to(pathlib.Path(out, "cli-bucket"))), line)
                 for file in pathlib.Path(out, "cli-bucket").rglob("*") if file.is_file()
                 for line in file.read_text().splitlines()}
    numbers = sorted((folder, json.loads(line)["n"]) for folder, line in delivered)
    if [number for _, number in sorted(numbers, key=lambda each: each[1])] != [1, 2, 3, 4]:
        raise SystemExit(f"delivered: {numbers}")
    expect("the last record's place", [folder for folder, n in numbers if n == 4], ["later/k=a"])
    aws("delete-delivery-stream", DeliveryStreamName="cli")
    for _ in range(100):
        if not aws("list-delivery-streams")["DeliveryStreamNames"]:
            break
    else:
        raise SystemExit("the stream is still there")
finally:
    served.stop()
print(f"{version}: every operation, 4 records each once in its place")
