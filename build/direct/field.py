"""The ground of a scenario: the embedded S3 and DynamoDB behind their delays, the balancer, and the configuration of the stream."""
import collections
import copy
import json
import os
import pathlib
import subprocess
import time

import boto3

import relay
from processes import CHECKOUT, HERE, SLUICE, port_of

S3_SECONDS = 0.060
DYNAMODB_SECONDS = 0.005
STREAM = {
    "DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
        "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data",
        "Prefix": "k=!{partitionKeyFromQuery:k}/", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
        "CompressionFormat": "GZIP", "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
        "DynamicPartitioningConfiguration": {"Enabled": True},
        "ProcessingConfiguration": {"Enabled": True, "Processors": [
            {"Type": "MetadataExtraction", "Parameters": [
                {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"},
                {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
            {"Type": "AppendDelimiterToRecord"}]}},
    "Sluice": {"Delivery": "buffer", "Source": {"Type": "direct", "GroupMillis": 50}}}


class Field:
    """Stores in a process of their own, and the relays before them; `environment` is that of a replica or a flusher.

    With `lanes` the stream has so many, which are in force from its first call on.
    """

    def __init__(self, work, seed=0, lost_share=0.0, lanes=None):
        self.work = pathlib.Path(work)
        self.work.mkdir(parents=True)
        self.lanes = lanes
        self.config = self.configured("stream.json", lanes)
        # The launcher's own java, JDK and class path, with another program: a source file in place of a class.
        self.stores = subprocess.Popen(
            [CHECKOUT, "serve", str(self.work.resolve()), str(self.config.resolve())], cwd=HERE, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(self.work / "stores.log", "w"),
            env={**os.environ, "SLUICE_START": "plain", "JAVA_OPTS": "-Xmx2g Stores.java"})
        told = {}
        while "=" in (line := self.stores.stdout.readline().strip()):
            told.update([line.split("=", 1)])
        if "SLUICE_S3_ENDPOINT" not in told:
            raise SystemExit(f"the stores did not start: {(self.work / 'stores.log').read_text()}")
        self.s3_uri = told["SLUICE_S3_ENDPOINT"]
        loop = relay.Loop()
        self.s3 = loop.listening(relay.Delay(port_of(self.s3_uri), S3_SECONDS))
        self.dynamodb = loop.listening(relay.Delay(port_of(told["SLUICE_DYNAMODB_ENDPOINT"]), DYNAMODB_SECONDS))
        self.balancer = loop.listening(relay.Balancer(lost_share, seed))
        told["SLUICE_S3_ENDPOINT"] = f"http://127.0.0.1:{self.s3.port}"
        told["SLUICE_DYNAMODB_ENDPOINT"] = f"http://127.0.0.1:{self.dynamodb.port}"
        self.told = told
        self.processes = []
        self.environment = {**os.environ, **told}
        self.endpoint = f"http://127.0.0.1:{self.balancer.port}"

    def configured(self, name, lanes):
        """The file of the stream with so many lanes, or of a deployment that knows of none."""
        stream = copy.deepcopy(STREAM)
        if lanes:
            stream["Sluice"]["Lanes"] = lanes
        file = self.work / name
        file.write_text(json.dumps(stream))
        return file

    def segments(self):
        """How many lie in the staging bucket, by lane."""
        pages = self.s3_client().get_paginator("list_objects_v2").paginate(
            Bucket=self.told["SLUICE_STAGING_BUCKET"], Prefix="segments/")
        keys = [each["Key"] for page in pages for each in page.get("Contents", [])]
        return collections.Counter(int(f"{key.split('/')[1]}!lane!0".split("!")[2]) for key in keys
                                   if not key.endswith(".accepted"))

    def s3_client(self):
        """Of the S3 itself, without its delay."""
        return boto3.client("s3", endpoint_url=self.s3_uri, region_name="us-east-1",
                            aws_access_key_id=self.told["AWS_ACCESS_KEY_ID"],
                            aws_secret_access_key=self.told["AWS_SECRET_ACCESS_KEY"],
                            config=boto3.session.Config(s3={"addressing_style": "path"}))

    def drain(self):
        """Delivers all that is staged. A flusher that was killed may have left what another one takes up later, and one whose
        stores are slow tells so, and is to come again."""
        for _ in range(60):
            done = subprocess.run([SLUICE, "flush", "--config", str(self.config), "--json", "--event", '{"drain":true}'],
                                  env=self.environment, capture_output=True, text=True)
            answer = json.loads(done.stdout) if done.stdout else {}
            if not done.returncode and not answer["recordsPending"] and not answer["deliveriesOpen"]:
                return
            time.sleep(2)
        raise SystemExit(f"after sixty runs of the flusher something still waits: {done.stdout}{done.stderr}")

    def wait_until(self, what, condition, seconds=300):
        """Waits for something that comes in a moment, unless something is broken."""
        until = time.monotonic() + seconds
        while not condition():
            if ended := [wrong for each in self.processes for wrong in each.wrong]:
                raise SystemExit(f"{what}: {ended[0]}; the logs are in {self.work}")
            if time.monotonic() > until or self.stores.poll() is not None:
                raise SystemExit(f"{what}: not within {seconds} s; the logs are in {self.work}")
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.processes:
            each.stays_down = True
            each.process.kill()
        self.stores.stdin.close()
        self.stores.wait(timeout=60)
