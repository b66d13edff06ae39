"""Streams whose function is invoked by a queue, by a table's stream, or by what is put into a bucket: sources that were
there before, which the stack attaches. What was put comes twice, and must not land twice.
"""

import json
import secrets
import time

from streams import ONCE, Failed, Stream, client, pause, remove_bucket

ATTACHED_MAX = 600


class Attached(Stream):
    """Takes records of a source that is not the stack's."""

    at_once = True
    # What of Sluice.Source names it.
    member = ""

    def __init__(self, run, what):
        super().__init__(run, what, "buffer")
        self.given = None

    def configuration(self):
        if self.given is None:
            self.given = self.make()
        told = super().configuration()
        told["Sluice"]["Source"] = told["Sluice"]["Source"] | {self.member: self.given}
        return told

    def deploy(self):
        super().deploy()
        self.wait_until("Enabled")

    def wait_until(self, state):
        functions, until = client("lambda"), time.monotonic() + ATTACHED_MAX
        for mapping in self.mappings():
            while functions.get_event_source_mapping(UUID=mapping)["State"] != state:
                if time.monotonic() > until:
                    raise Failed(f"{self.name}: a mapping is not {state} after {ATTACHED_MAX // 60} minutes")
                pause(10)

    def mappings(self):
        return self.resources("AWS::Lambda::EventSourceMapping")

    def attach(self, attached):
        for mapping in self.mappings():
            client("lambda").update_event_source_mapping(UUID=mapping, Enabled=attached)
        self.wait_until("Enabled" if attached else "Disabled")

    def repeat(self):
        """All that was put comes a second time, cut into other batches."""
        said = self.again()
        return f"{said}; {self.verify()}"

    def remove(self):
        try:
            super().remove()
        finally:
            if self.given is not None:
                self.unmake()


class Queue(Attached):
    """Messages of a standard queue."""

    settings = {"Source": {"Type": "sqs"}}
    member = "QueueARN"

    def __init__(self, run, what):
        super().__init__(run, what)
        self.url, self.sent = None, []

    def make(self):
        sqs = client("sqs")
        self.url = sqs.create_queue(QueueName=self.name, Attributes={"VisibilityTimeout": "420"})["QueueUrl"]
        return sqs.get_queue_attributes(QueueUrl=self.url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]

    def put_batch(self, pending):
        for data in pending:
            body = data.decode()
            answer = client("sqs", ONCE).send_message(QueueUrl=self.url, MessageBody=body)
            self.sent.append({
                "messageId": answer["MessageId"], "receiptHandle": "again", "body": body, "messageAttributes": {},
                "attributes": {"ApproximateReceiveCount": "2", "SentTimestamp": str(int(time.time() * 1000))},
                "md5OfBody": answer["MD5OfMessageBody"], "eventSource": "aws:sqs", "eventSourceARN": self.given,
                "awsRegion": self.given.split(":")[3]})
        return []

    def again(self):
        self.verify()
        self.invoke("Transform", {"Records": self.sent})
        return f"{len(self.sent)} messages came again in one batch"

    def unmake(self):
        client("sqs").delete_queue(QueueUrl=self.url)


class Changes(Attached):
    """Changes of a table's items."""

    settings = {"Source": {"Type": "dynamodb-streams"}}
    member = "StreamARN"
    query = "{shop: .newImage.shop}"

    def make(self):
        tables = client("dynamodb")
        tables.create_table(
            TableName=self.name, BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
        tables.get_waiter("table_exists").wait(TableName=self.name)
        return tables.describe_table(TableName=self.name)["Table"]["LatestStreamArn"]

    def put_batch(self, pending):
        for data in pending:
            item = {name: {"S": value} for name, value in json.loads(data).items()}
            client("dynamodb", ONCE).put_item(TableName=self.name, Item=item)
        return []

    @staticmethod
    def read(record):
        return record["newImage"]

    def again(self):
        """The stream still has its changes, and gives them to whoever asks."""
        self.verify()
        streams, records = client("dynamodbstreams"), []
        for shard in streams.describe_stream(StreamArn=self.given)["StreamDescription"]["Shards"]:
            place = streams.get_shard_iterator(StreamArn=self.given, ShardId=shard["ShardId"],
                                               ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            # An open shard never ends; some pages of nothing are its end for now.
            empty = 0
            while place and empty < 5:
                page = streams.get_records(ShardIterator=place)
                empty = 0 if page["Records"] else empty + 1
                records += [self.event(record) for record in page["Records"]]
                place = page.get("NextShardIterator")
        if len(records) != len(self.put_ids):
            raise Failed(f"{self.name}: the stream has {len(records)} changes of {len(self.put_ids)}")
        self.invoke("Transform", {"Records": records})
        return f"{len(records)} changes came again in one batch"

    def event(self, record):
        change = record["dynamodb"] | {
            "ApproximateCreationDateTime": int(record["dynamodb"]["ApproximateCreationDateTime"].timestamp())}
        return record | {"dynamodb": change, "eventSourceARN": self.given}

    def unmake(self):
        client("dynamodb").delete_table(TableName=self.name)


class Uploads(Attached):
    """Objects that are put into a bucket, which tells EventBridge of them."""

    settings = {"Source": {"Type": "s3", "ReportBatchItemFailures": True, "Prefix": "in/"}}
    member = "Bucket"
    # The records are the objects' lines.
    delimiter = []

    def __init__(self, run, what):
        super().__init__(run, what)
        self.objects = {}

    def make(self):
        bucket, s3 = f"{self.name}-in", client("s3")
        region = s3.meta.region_name
        s3.create_bucket(Bucket=bucket, **({} if region == "us-east-1" else {
            "CreateBucketConfiguration": {"LocationConstraint": region}}))
        s3.put_bucket_notification_configuration(
            Bucket=bucket, NotificationConfiguration={"EventBridgeConfiguration": {}})
        return bucket

    def put_batch(self, pending):
        for data in (pending[0::3], pending[1::3], pending[2::3]):
            key = f"in/{len(self.objects)}.jsonl"
            self.objects[key] = b"".join(line + b"\n" for line in data)
            client("s3").put_object(Bucket=self.given, Key=key, Body=self.objects[key])
        # What is beside the prefix is nobody's business.
        client("s3").put_object(Bucket=self.given, Key="beside.jsonl", Body=b"{}\n")
        return []

    def again(self):
        """The same bytes under the same keys: S3 tells of them once more."""
        self.verify()
        for key, data in self.objects.items():
            client("s3").put_object(Bucket=self.given, Key=key, Body=data)
        return f"S3 told of {len(self.objects)} objects again"

    def unmake(self):
        remove_bucket(self.given)


class Versions(Uploads):
    """The same in a bucket that keeps versions: each is overwritten before anybody reads it."""

    def __init__(self, run, what):
        super().__init__(run, what)
        self.told = []

    def make(self):
        bucket = super().make()
        client("s3").put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        return bucket

    def put_batch(self, pending):
        self.attach(False)
        for data in (pending[0::3], pending[1::3]):
            self.put_version("in/same.jsonl", data)
        self.attach(True)
        self.put_version("in/other.jsonl", pending[2::3])
        return []

    def put_version(self, key, data):
        body = b"".join(line + b"\n" for line in data)
        answer = client("s3").put_object(Bucket=self.given, Key=key, Body=body)
        self.told.append({"key": key, "size": len(body), "etag": answer["ETag"].strip('"'),
                          "version-id": answer["VersionId"], "sequencer": f"{len(self.told):016X}"})

    def again(self):
        """EventBridge promises to deliver at least once, in no order."""
        self.verify()
        [queue] = self.resources("AWS::SQS::Queue", "ObjectsQueue")
        url = client("sqs").get_queue_url(QueueName=queue.rsplit("/", 1)[-1])["QueueUrl"]
        for about in reversed(self.told):
            client("sqs", ONCE).send_message(QueueUrl=url, MessageBody=json.dumps({
                "version": "0", "id": f"{secrets.token_hex(16)}", "detail-type": "Object Created", "source": "aws.s3",
                "account": "123456789012", "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "region": client("s3").meta.region_name, "resources": [f"arn:aws:s3:::{self.given}"],
                "detail": {"version": "0", "bucket": {"name": self.given}, "object": about, "reason": "PutObject"}}))
        return f"{len(self.told)} versions were told of again, the last first"
