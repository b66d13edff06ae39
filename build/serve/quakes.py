"""Puts the earthquakes by boto3 in batches of 500, with the server killed by SIGKILL half-way and started again."""
import os
import sys

import boto3
from served import Served

root, out = sys.argv[1:]
config = os.path.join(root, "events/quakes/stream.json")
with open(os.path.join(root, "events/quakes/earthquakes.ndjson"), "rb") as lines:
    records = [{"Data": line} for line in lines.read().splitlines()]


def client(uri):
    return boto3.client("firehose", endpoint_url=uri, region_name="us-east-1", aws_access_key_id="local",
                        aws_secret_access_key="local")


def put(firehose, part):
    answer = firehose.put_record_batch(DeliveryStreamName="quakes", Records=part)
    if answer["FailedPutCount"]:
        raise SystemExit(f"{answer['FailedPutCount']} records were refused")


batches = [records[i:i + 500] for i in range(0, len(records), 500)]
served = Served(root, out, "--config", config)
for batch in batches[:2]:
    put(client(served.uri), batch)
served.kill()
served = Served(root, out, "--config", config, "--drain")
for batch in batches[2:]:
    put(client(served.uri), batch)
status = served.stop()
if status != 0:
    raise SystemExit(f"the server ended with {status}")
print(f"{len(records)} records put by boto3, the server killed after {len(batches[0]) + len(batches[1])}")
