"""A client: boto3 puts records until its standard input ends, and tells of each call in a line
`verdict first count seconds retries`: acknowledged, refused, or unknown, when the SDK gave up. What was given up is not put again.

    put.py ENDPOINT CLIENT SEED [anew]

One call in fifty is one that has to be refused. With `anew`, a planted mistake, each attempt of a call has an id of its own.
"""
import random
import sys
import threading
import time
import uuid

import boto3
import botocore.exceptions

import records

endpoint, client, seed, *plant = sys.argv[1:]
chance = random.Random(f"{seed} {client}")
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()


def firehose(secret):
    return boto3.client("firehose", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="local",
                        aws_secret_access_key=secret)


def name_anew(request, **_):
    """boto3 does not sign the name of a call."""
    request.headers["amz-sdk-invocation-id"] = str(uuid.uuid4())


def forbidden(lines):
    """A call that no server may take: too many records, one that is too large, or a wrong signature."""
    kind = chance.randrange(3)
    if kind == 0:
        return good, lines * (501 // len(lines) + 1)
    if kind == 1:
        return good, [*lines[1:], lines[0] + " " * 1_024_000]
    return stranger, lines


def put(by, lines):
    """The answer to each record, in order."""
    if len(lines) == 1:
        answer = by.put_record(DeliveryStreamName="s", Record={"Data": lines[0]})
        return answer, [answer]
    answer = by.put_record_batch(DeliveryStreamName="s", Records=[{"Data": each} for each in lines])
    return answer, answer["RequestResponses"]


good, stranger = firehose("local"), firehose("wrong")
if plant == ["anew"]:
    good.meta.events.register("before-send.firehose.*", name_anew)
n = 0
while not ended.is_set():
    count = 1 if chance.random() < 0.2 else 1 + int(500 * chance.random() ** 3)
    lines = [records.line(int(client), each) for each in range(n, n + count)]
    by, lines = forbidden(lines) if chance.random() < 0.02 else (good, lines)
    begun, retries, verdicts = time.monotonic(), 0, {}
    try:
        answer, each = put(by, lines)
        retries = answer["ResponseMetadata"]["RetryAttempts"]
        verdicts = {n + i: "refused" if "ErrorCode" in one else "acknowledged" for i, one in enumerate(each[:count])}
    except botocore.exceptions.ClientError as e:
        # What was refused for the call's own sake was not staged at an earlier attempt either.
        verdict = "refused" if 400 <= e.response["ResponseMetadata"]["HTTPStatusCode"] < 500 else "unknown"
        verdicts = {n + i: verdict for i in range(count)}
        print(f"client {client}: {verdict}: {e}", file=sys.stderr, flush=True)
    except botocore.exceptions.BotoCoreError as e:
        verdicts = {n + i: "unknown" for i in range(count)}
        print(f"client {client}: unknown: {e}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - begun
    if len(set(verdicts.values())) == 1:
        print(verdicts[n], n, count, f"{seconds:.4f}", retries, flush=True)
    else:
        for number, verdict in verdicts.items():
            print(verdict, number, 1, f"{seconds:.4f}", retries, flush=True)
    if "unknown" in verdicts.values():
        time.sleep(0.2)
    n += count
