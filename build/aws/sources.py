"""Streams whose function is invoked by a queue, by a table's stream, or by what is put into a bucket: sources that were
there before, which the stack attaches. What was put comes twice, and must not land twice.
"""

import json
import time

from streams import EMULATOR, ONCE, RUNS, Failed, Stream, client, pause, remove_bucket

ATTACHED_MAX = 600


class Attached(Stream):
    """Takes records of a source that is not the stack's."""

    at_once = True
    context = ""

    def __init__(self, run, what):
        super().__init__(run, what, "buffer")
        self.given = None

    def options(self):
        if self.given is None:
            self.given = self.make()
        return ["-c", f"{self.context}={self.given}"]

    def deploy(self):
        super().deploy()
        until = time.monotonic() + ATTACHED_MAX
        while not all(state == "Enabled" for state in self.mappings()):
            if time.monotonic() > until:
                raise Failed(f"{self.name}: a mapping is not enabled after {ATTACHED_MAX // 60} minutes")
            pause(10)

    def mappings(self):
        functions = client("lambda")
        return [functions.get_event_source_mapping(UUID=each)["State"]
                for each in self.resources("AWS::Lambda::EventSourceMapping")]

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
    context = "sqsQueue"

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
    context = "dynamodbStream"
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

    settings = {"Source": {"Type": "s3", "ReportBatchItemFailures": True}}
    context = "s3Bucket"
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

    def options(self):
        return [*super().options(), "-c", "s3Prefix=in/"]

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
