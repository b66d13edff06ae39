"""A week of earthquakes through a deployed stream, and the count of what came of them: by Python's gzip and json alone, which share
nothing with Sluice."""

import collections
import datetime
import gzip
import json
import zlib

from botocore.exceptions import BotoCoreError, ClientError

BATCH_MAX = 500
SHOWN_MAX = 3


class Wrong(Exception):
    """Something that is not as it should be."""


def prefix(line):
    """What the key of the object begins with that a record belongs in."""
    told = json.loads(line)["properties"]
    day = datetime.datetime.fromtimestamp(told["time"] / 1000, datetime.timezone.utc)
    return f"net={told['net']}/date={day:%Y-%m-%d}/"


class Records:
    """Lines that are put, and what is to be there afterwards: each once, byte by byte, under its prefix."""

    def __init__(self, lines):
        self.lines = lines
        self._expected = collections.Counter((prefix(line), line) for line in lines)
        if len(self._expected) != len(lines):
            raise Wrong("two records are the same: none of them could be told from the other")

    def require(self, found):
        missing, more = self._expected - found, found - self._expected
        if missing or more:
            shown = [f"{how} {place} …{line[-60:].decode(errors='replace')}" for how, of in (("lacks", missing), ("has", more))
                     for place, line in list(of)[:SHOWN_MAX]]
            raise Wrong(f"{missing.total()} of {len(self.lines)} records are not there, and {more.total()} are that should not: "
                        + "; ".join(shown))


def landed(s3, bucket):
    """Each delivered record under the prefix of its object, and the number of objects."""
    found, objects = collections.Counter(), 0
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for each in page.get("Contents", []):
            objects += 1
            try:
                data = gzip.decompress(s3.get_object(Bucket=bucket, Key=each["Key"])["Body"].read())
            except (OSError, EOFError, zlib.error) as e:
                raise Wrong(f"s3://{bucket}/{each['Key']} is no gzip: {e}") from e
            if not data.endswith(b"\n"):
                raise Wrong(f"s3://{bucket}/{each['Key']} ends in the midst of a record")
            found.update((each["Key"][:each["Key"].rfind("/") + 1], line) for line in data[:-1].split(b"\n"))
    return found, objects


class Delivery:
    """Of records, through a stream that is deployed on the emulator: `flush` is what the ARN of the flusher's alias ends with."""

    def __init__(self, emulator, data_bucket, flush):
        self.emulator = emulator
        self.data_bucket = data_bucket
        self.flush = flush

    def through_firehose(self, stream, records):
        self._put("firehose", records, lambda client, lines: client.put_record_batch(
            DeliveryStreamName=stream, Records=[{"Data": line} for line in lines])["FailedPutCount"])

    def through_kinesis(self, stream, records):
        self._put("kinesis", records, lambda client, lines: client.put_records(
            StreamName=stream, Records=[{"Data": line, "PartitionKey": f"{hash(line)}"} for line in lines])["FailedRecordCount"])

    def through_uploads(self, bucket, key, records):
        self.emulator.client("s3").put_object(Bucket=bucket, Key=key, Body=b"".join(line + b"\n" for line in records.lines))

    def _put(self, service, records, put):
        client = self.emulator.client(service)
        for begin in range(0, len(records.lines), BATCH_MAX):
            try:
                refused = put(client, records.lines[begin:begin + BATCH_MAX])
            except (BotoCoreError, ClientError) as e:
                raise Wrong(f"{service} takes no records, and {self.emulator.log} says why") from e
            if refused:
                raise Wrong(f"{service} refuses {refused} records")

    def require(self, records):
        """Flushes what is staged, waiting for no time, with the rights of the flusher's schedule; and counts. The number of objects."""
        scheduler = self.emulator.client("scheduler")
        targets = [scheduler.get_schedule(Name=each["Name"])["Target"] for each in scheduler.list_schedules()["Schedules"]]
        target = next((each for each in targets if each["Arn"].endswith(self.flush)), None)
        if target is None:
            raise Wrong(f"no schedule starts {self.flush}")
        answer = self.emulator.client("lambda", key=target["RoleArn"].rpartition("/")[2]).invoke(
            FunctionName=target["Arn"], Payload=json.dumps({"drain": True}))
        if "FunctionError" in answer:
            raise Wrong(f"{self.flush} fails: {answer['Payload'].read().decode(errors='replace')}")
        return self.count(records)

    def count(self, records):
        found, objects = landed(self.emulator.client("s3"), self.data_bucket)
        records.require(found)
        return objects
