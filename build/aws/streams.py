"""A stream that is deployed under a random name, put into, read back and taken down; see build/aws/smoke."""

import gzip
import json
import os
import pathlib
import secrets
import shlex
import signal
import subprocess
import sys
import time

import boto3
from botocore.config import Config

WORK = pathlib.Path(sys.argv[1])
EMULATOR = os.environ.get("AWS_ENDPOINT_URL")
# Whether the emulator runs functions: on a java of this machine (build/emulator/functions_here.py).
RUNS = not EMULATOR or bool(os.environ.get("SLUICE_JAVA"))
SHOPS = ["ash", "birch", "cedar"]
RECORDS = 150
# An emulator invokes the function for each record of a source.
FEW = 6
ARRIVE_MAX = 25 * 60
RESTLESS = 180
# A put whose answer is lost and that is sent again is two records to everybody.
ONCE = Config(retries={"total_max_attempts": 1}, read_timeout=120)
# A flush run takes minutes. A client that gave up waiting would invoke it a second time.
PATIENT = Config(retries={"total_max_attempts": 1}, read_timeout=900)


def client(service, config=None):
    return boto3.client(service, config=config)


class Stream:
    """A stream of its own name, and what was put into it."""

    # The keys' query, what follows it, and what Sluice's part of the configuration says besides.
    query = "{shop: .shop}"
    delimiter = [{"Type": "AppendDelimiterToRecord"}]
    settings = {}

    def __init__(self, run, what, delivery, source=""):
        self.what, self.delivery, self.source = what, delivery, source
        self.name = f"{run}-{what}"
        self.put_ids = set()
        self.outputs = {}
        self.interval = 60

    @property
    def stacks(self):
        return [f"SluicePipeline-{self.name}", f"SluiceStorage-{self.name}"]

    @property
    def takes_records(self):
        """An emulator's source hands records to the function at once."""
        return RUNS or not self.at_once

    @property
    def at_once(self):
        return bool(self.source)

    @property
    def delivers(self):
        return RUNS and not (EMULATOR and self.delivery == "firehose")

    def configuration(self):
        query = {"ParameterName": "MetadataExtractionQuery", "ParameterValue": self.query}
        engine = {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}
        return {
            "DeliveryStreamName": self.name,
            "DeliveryStreamType": "DirectPut",
            "ExtendedS3DestinationConfiguration": {
                "RoleARN": "arn:aws:iam::123456789012:role/made-by-the-stack",
                "BucketARN": "arn:aws:s3:::made-by-the-stack",
                "Prefix": "data/shop=!{partitionKeyFromQuery:shop}/",
                "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": self.interval},
                "CompressionFormat": "GZIP",
                "DynamicPartitioningConfiguration": {"Enabled": True},
                "ProcessingConfiguration": {"Enabled": True, "Processors": [
                    {"Type": "MetadataExtraction", "Parameters": [query, engine]}, *self.delimiter]},
            },
            "Sluice": {"Delivery": self.delivery} | self.settings
            | ({"Source": {"Type": self.source}} if self.source else {}),
        }

    def deploy(self):
        config = WORK / f"{self.name}.json"
        config.write_text(json.dumps(self.configuration()))
        outputs = WORK / f"{self.name}-outputs.json"
        command = ["npx", "--no-install", "cdk", "deploy", "--all", "--require-approval", "never",
                   "-c", f"config={config}", "--output", str(WORK / f"{self.name}.out"), "--outputs-file", str(outputs)]
        if EMULATOR:
            command += ["--method", "direct", "-c", "@aws-cdk/core:defaultCrossStackReferences=strong"]
        # Another way to run the CDK app than cdk.json's, as where its jars are built already.
        command += shlex.split(os.environ.get("SLUICE_SMOKE_CDK", ""))
        run(command, f"deploy-{self.name}")
        for stack in json.loads(outputs.read_text()).values():
            self.outputs.update(stack)

    def output(self, part):
        found = [value for key, value in self.outputs.items() if key.startswith(part)]
        if len(found) != 1:
            raise Failed(f"{self.name}: {len(found)} outputs are called {part}…: {sorted(self.outputs)}")
        return found[0]

    def put(self):
        count = FEW if EMULATOR and self.at_once else RECORDS
        records = [{"id": f"{self.what}-{secrets.token_hex(8)}", "shop": SHOPS[i % len(SHOPS)]} for i in range(count)]
        pending = [json.dumps(record).encode() for record in records]
        for _ in range(10):
            if not pending:
                break
            pending = self.put_batch(pending)
            time.sleep(1 if pending else 0)
        if pending:
            raise Failed(f"{self.name}: {len(pending)} records were refused ten times")
        self.put_ids |= {(record["id"], record["shop"]) for record in records}

    def put_batch(self, pending):
        """Returns what was refused: what was taken is not put again."""
        if self.source:
            stream = self.output("SourceStreamName")
            answers = client("kinesis", ONCE).put_records(StreamName=stream, Records=[
                {"Data": data, "PartitionKey": str(i)} for i, data in enumerate(pending)])["Records"]
        else:
            answers = client("firehose", ONCE).put_record_batch(DeliveryStreamName=self.name, Records=[
                {"Data": data} for data in pending])["RequestResponses"]
        return [data for data, answer in zip(pending, answers, strict=True) if answer.get("ErrorCode")]

    def delivered(self):
        """Every delivered record: (id, shop of its folder), and how many error objects there are."""
        bucket, found, errors = self.output("DataBucketName"), [], 0
        for page in client("s3").get_paginator("list_objects_v2").paginate(Bucket=bucket):
            for each in page.get("Contents", []):
                key = each["Key"]
                errors += key.startswith("errors/")
                if key.startswith("data/shop="):
                    data = gzip.decompress(client("s3").get_object(Bucket=bucket, Key=key)["Body"].read())
                    shop = key.split("/")[1].removeprefix("shop=")
                    for line in data.splitlines():
                        record = self.read(json.loads(line))
                        if record["shop"] != shop:
                            raise Failed(f"s3://{bucket}/{key} has a record of shop {record['shop']}: {record['id']}")
                        found.append((record["id"], shop))
        return found, errors

    @staticmethod
    def read(record):
        """The record that was put, out of what was delivered."""
        return record

    def verify(self):
        """All that was put is there, and stays there once."""
        until = time.monotonic() + ARRIVE_MAX
        found, errors = self.delivered()
        while not self.put_ids <= set(found):
            if time.monotonic() > until:
                missing = len(self.put_ids - set(found))
                raise Failed(f"{self.name}: {missing} of {len(self.put_ids)} records are not there"
                             f" after {ARRIVE_MAX // 60} minutes; error objects: {errors}")
            self.wait_for_the_schedule(15)
            found, errors = self.delivered()
        self.wait_for_the_schedule(RESTLESS)
        found, errors = self.delivered()
        doubled, strange = len(found) - len(set(found)), set(found) - self.put_ids
        if doubled or strange or errors:
            raise Failed(f"{self.name}: {doubled} records are there twice, {len(strange)} were never put,"
                         f" {errors} error objects")
        return f"{len(found)} records, each once, in the folders of their shops"

    def wait_for_the_schedule(self, seconds):
        if EMULATOR:
            self.flush({"drain": True})
        else:
            time.sleep(seconds)

    def resources(self, kind, part=""):
        """Physical ids of the pipeline's resources of a kind whose logical id has a part."""
        return [each["PhysicalResourceId"]
                for page in client("cloudformation").get_paginator("list_stack_resources").paginate(
                    StackName=self.stacks[0])
                for each in page["StackResourceSummaries"]
                if each["ResourceType"] == kind and part in each["LogicalResourceId"]]

    def function(self, part):
        found = self.resources("AWS::Lambda::Function", part)
        if not found:
            raise Failed(f"{self.stacks[0]} has no function {part}")
        return found[0]

    def flush(self, event):
        return self.invoke("Flush", event)

    def invoke(self, part, event):
        function = f"{self.function(part)}:live"
        answer = client("lambda", PATIENT).invoke(FunctionName=function, Payload=json.dumps(event))
        text = answer["Payload"].read().decode()
        if "FunctionError" in answer:
            raise Failed(f"{self.name}: function {part} answers {event} with {text}")
        return json.loads(text)

    def schedules(self, state):
        scheduler = client("scheduler")
        for name in self.resources("AWS::Scheduler::Schedule"):
            now = scheduler.get_schedule(Name=name)
            kept = {key: now[key] for key in ("Name", "GroupName", "ScheduleExpression", "FlexibleTimeWindow", "Target",
                                              "Description") if key in now}
            scheduler.update_schedule(State=state, **kept)

    def recover(self):
        """A batch is staged, the table loses all of its items, and nothing is lost (docs/how-to/operations.md)."""
        self.schedules("DISABLED")
        pause(60)
        self.flush({"drain": True})
        staging, table = self.output("StagingBucketName"), self.output("IndexTableName")
        self.put()
        until = time.monotonic() + 600
        while "Contents" not in client("s3").list_objects_v2(Bucket=staging, Prefix=f"segments/{self.name}/"):
            if time.monotonic() > until:
                raise Failed(f"{self.name}: nothing is staged after ten minutes")
            pause(10)
        pause(90)
        transform = self.function("Transform")
        client("lambda").put_function_concurrency(FunctionName=transform, ReservedConcurrentExecutions=0)
        pause(90)
        items = client("dynamodb").get_paginator("scan").paginate(TableName=table, ProjectionExpression="pk,sk")
        lost = [client("dynamodb").delete_item(TableName=table, Key=item) for page in items for item in page["Items"]]
        answer = self.flush({"recover": "at once"})
        if not answer.get("complete"):
            raise Failed(f"{self.name}: the recovery says {answer}")
        client("lambda").delete_function_concurrency(FunctionName=transform)
        self.schedules("ENABLED")
        return f"{len(lost)} items were lost; {self.verify()}"

    def redeploy(self):
        """Records are put before and after a change of the configuration."""
        self.put()
        self.interval = 90
        self.deploy()
        self.put()
        return f"with another interval, between two batches; {self.verify()}"

    def remove(self):
        """Takes down what is there, of a deployment that failed too. Says what it could not remove."""
        formation, held, left = client("cloudformation"), {}, []
        for stack in self.stacks:
            try:
                settle(stack)
                for page in formation.get_paginator("list_stack_resources").paginate(StackName=stack):
                    for each in page["StackResourceSummaries"]:
                        if each.get("PhysicalResourceId"):
                            held.setdefault(each["ResourceType"], []).append(each["PhysicalResourceId"])
            except formation.exceptions.ClientError as e:
                if "does not exist" not in str(e):
                    raise
                continue
            if not EMULATOR:
                formation.update_termination_protection(StackName=stack, EnableTerminationProtection=False)
            formation.delete_stack(StackName=stack)
            formation.get_waiter("stack_delete_complete").wait(StackName=stack)
        for kind, remove in REMOVERS.items():
            for name in held.get(kind, []):
                try:
                    remove(name)
                except Exception as e:  # noqa: BLE001 each that stays is named, and the next one still goes
                    if not any(gone in str(e) for gone in ("NoSuchBucket", "ResourceNotFound", "not found")):
                        left.append(f"{kind} {name}: {e}")
        if left:
            raise Failed("left behind, to be removed by hand: " + "; ".join(left))


def settle(stack):
    """Waits for what is under way, as after an interrupt: until then resources are still being made."""
    until = time.monotonic() + 1800
    while "IN_PROGRESS" in client("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]:
        if time.monotonic() > until:
            raise Failed(f"{stack} does not come to rest; remove it by hand, with its bucket and table")
        time.sleep(10)


def remove_bucket(name):
    s3 = boto3.resource("s3").Bucket(name)
    s3.object_versions.delete()
    s3.delete()


def remove_table(name):
    client("dynamodb").update_table(TableName=name, DeletionProtectionEnabled=False)
    client("dynamodb").get_waiter("table_exists").wait(TableName=name)
    client("dynamodb").delete_table(TableName=name)


REMOVERS = {
    "AWS::S3::Bucket": remove_bucket,
    "AWS::DynamoDB::Table": remove_table,
    "AWS::Kinesis::Stream": lambda name: client("kinesis").delete_stream(StreamName=name, EnforceConsumerDeletion=True),
    "AWS::Logs::LogGroup": lambda name: client("logs").delete_log_group(logGroupName=name),
}


class Failed(Exception):
    pass


def pause(seconds):
    """For what AWS does in its own time. An emulator does all at once."""
    time.sleep(0 if EMULATOR else seconds)


def run(command, name):
    """Runs a command. An interrupt ends all that it started: a deployment that went on would make anew what
    is being taken down."""
    log = WORK / f"{name}.log"
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                                 start_new_session=True) as process:
        try:
            status = process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                pass
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            raise
    if status:
        raise Failed(f"{shlex.join(command[:4])} … failed; see {log}:\n" + "\n".join(
            log.read_text(errors="replace").splitlines()[-15:]))
