"""A client that costs little: bodies are made beforehand, and a call is a signature and a few writes. It tries nothing again.

    load.py ENDPOINT SECONDS THREADS RECORDS BYTES [CALLS_PER_SECOND]

With a rate, calls begin at even times, and are as late as their answer is; without one, each thread calls again once it is answered.
Prints a JSON of the answers' counts by status, their times and the bytes of acknowledged records.
"""
import base64
import collections
import datetime
import hashlib
import hmac
import http.client
import json
import random
import sys
import threading
import time
import uuid

endpoint, seconds, threads, records, size, *rate = sys.argv[1:]
host = endpoint.removeprefix("http://")
seconds, threads, records, size = float(seconds), int(threads), int(records), int(size)
interval = threads / float(rate[0]) if rate else 0.0
TARGET = "Firehose_20150804.PutRecordBatch"
TYPE = "application/x-amz-json-1.1"
SIGNED = "amz-sdk-invocation-id;content-type;host;x-amz-date;x-amz-target"
WORDS = "view click cart order search filter page login logout basket payment refund return rating".split()


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signed(body_hash):
    """The headers of a new call."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    name = str(uuid.uuid4())
    canonical = "\n".join(["POST", "/", "", f"amz-sdk-invocation-id:{name}", f"content-type:{TYPE}", f"host:{host}",
                           f"x-amz-date:{now}", f"x-amz-target:{TARGET}", "", SIGNED, body_hash])
    scope = f"{now[:8]}/us-east-1/firehose/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = b"AWS4local"
    for part in scope.split("/"):
        key = digest(key, part)
    return {"Amz-Sdk-Invocation-Id": name, "Content-Type": TYPE, "X-Amz-Date": now, "X-Amz-Target": TARGET,
            "Authorization": f"AWS4-HMAC-SHA256 Credential=local/{scope}, SignedHeaders={SIGNED}, "
                             f"Signature={digest(key, text).hex()}"}


def body(chance):
    """A call's text: clicks of words and numbers, which gzip makes a quarter or so."""
    made = []
    for _ in range(records):
        click = {"k": f"p{chance.randrange(50):02d}", "client": -1, "n": 0, "text": ""}
        while len(line := json.dumps(click)) < size:
            click["text"] += f"{chance.choice(WORDS)} {chance.randrange(1000)} "
        made.append({"Data": base64.b64encode(line[:size - 2].encode() + b'"}' if len(line) > size else line.encode()).decode()})
    return json.dumps({"DeliveryStreamName": "s", "Records": made}).encode()


def calls(number, bodies, begun, told):
    """Calls until the time is over."""
    connection = http.client.HTTPConnection(host, timeout=60)
    turn = 0
    while (now := time.monotonic()) < begun + seconds:
        due = begun + (turn + number / threads) * interval if interval else now
        time.sleep(max(0.0, due - now))
        text, text_hash = bodies[turn % len(bodies)]
        turn += 1
        try:
            connection.request("POST", "/", text, signed(text_hash))
            answer = connection.getresponse()
            answer.read()
            status = str(answer.status)
        except (OSError, http.client.HTTPException) as e:
            connection.close()
            status = type(e).__name__
        told.append((status, time.monotonic() - due))
        if status != "200":
            time.sleep(0.05)


chance = random.Random(threads)
bodies = [(each, hashlib.sha256(each).hexdigest()) for each in (body(chance) for _ in range(4))]
told = [[] for _ in range(threads)]
begun = time.monotonic()
workers = [threading.Thread(target=calls, args=(number, bodies, begun, told[number])) for number in range(threads)]
for each in workers:
    each.start()
for each in workers:
    each.join()
every = [each for part in told for each in part]
statuses = collections.Counter(status for status, _ in every)
print(json.dumps({"statuses": statuses, "seconds": time.monotonic() - begun, "bytes": statuses["200"] * records * size,
                  "times": sorted(round(took, 4) for status, took in every if status == "200")}))
