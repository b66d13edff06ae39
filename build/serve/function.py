"""Puts the earthquakes through a function in JavaScript, which names their partitions, and a record that it fails on."""
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

import boto3
from served import Served

root, out = sys.argv[1:]
with open(os.path.join(root, "events/quakes/earthquakes.ndjson"), "rb") as lines:
    quakes = lines.read().splitlines()
node = subprocess.Popen(["node", os.path.join(root, "build/serve/function.js")], stdout=subprocess.PIPE, text=True)
try:
    port = int(node.stdout.readline())
    served = Served(root, out, "--lambda", f"http://127.0.0.1:{port}")
    firehose = boto3.client("firehose", endpoint_url=served.uri, region_name="us-east-1", aws_access_key_id="local",
                            aws_secret_access_key="local")
    firehose.create_delivery_stream(
        DeliveryStreamName="own",
        ExtendedS3DestinationConfiguration={
            "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::own",
            "Prefix": "net=!{partitionKeyFromLambda:net}/", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
            "DynamicPartitioningConfiguration": {"Enabled": True},
            "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
            "ProcessingConfiguration": {"Enabled": True, "Processors": [{"Type": "Lambda", "Parameters": [
                {"ParameterName": "LambdaArn", "ParameterValue": "arn:aws:lambda:us-east-1:123456789012:function:own"},
                {"ParameterName": "NumberOfRetries", "ParameterValue": "1"}]}]}})

    def flush():
        request = urllib.request.Request(served.uri + "/_sluice/flush", method="POST")
        return json.load(urllib.request.urlopen(request))["own"]

    for start in range(0, len(quakes), 500):
        records = [{"Data": quake} for quake in quakes[start:start + 500]]
        if firehose.put_record_batch(DeliveryStreamName="own", Records=records)["FailedPutCount"]:
            raise SystemExit("records were refused")
    flush()
    firehose.put_record(DeliveryStreamName="own", Record={"Data": b"no JSON"})
    flush()
    served.stop()
finally:
    node.kill()

delivered = [(file.parent.name, json.loads(line)) for file in pathlib.Path(out, "own").glob("net=*/*")
             for line in file.read_text().splitlines()]
if sorted(quake["id"] for _, quake in delivered) != sorted(json.loads(quake)["id"] for quake in quakes):
    raise SystemExit(f"{len(delivered)} of {len(quakes)} records are delivered, or others")
if any(quake["seen"] != "node" or folder != "net=" + quake["properties"]["net"] for folder, quake in delivered):
    raise SystemExit("a record is not as the function made it, or not in its place")
[failed] = [json.loads(line) for file in pathlib.Path(out, "own/errors/processing-failed").iterdir()
            for line in file.read_text().splitlines()]
if (failed["errorCode"], failed["attemptsMade"]) != ("Lambda.FunctionError", 2):
    raise SystemExit(f"the failed record's error is {failed}")
print(f"{len(delivered)} records by a function in JavaScript, each once in the place that it named")
