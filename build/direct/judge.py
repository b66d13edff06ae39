"""The judge of what landed: an independent reader, by boto3, gzip and JSON, that knows no code of Sluice's.

Each acknowledged record lies there once, in an object of its partition; none of those that were refused; of those whose
client was told nothing each at most once; and nothing that nobody put.
"""
import base64
import collections
import concurrent.futures
import gzip
import json

import records

NAMED_MAX = 10


def objects(s3):
    """The keys of all delivered objects."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket="data")
    return [each["Key"] for page in pages for each in page.get("Contents", [])]


def lines(s3, key):
    """The records of an object, each with its partition by the object's key, and what is wrong with the object."""
    body = gzip.decompress(s3.get_object(Bucket="data", Key=key)["Body"].read())
    place = None
    texts = body.decode().splitlines()
    if key.startswith("errors/"):
        texts = [base64.b64decode(json.loads(each)["rawData"]).decode() for each in texts]
    else:
        place = key.split("/")[0].removeprefix("k=")
    return [(place, each["client"], each["n"]) for each in map(json.loads, texts)]


def judge(s3, calls):
    """The count of each verdict, of delivered records and objects, and what is wrong, in sentences."""
    keys = objects(s3)
    found = collections.Counter()
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        for key, landed in zip(keys, threads.map(lambda each: lines(s3, each), keys), strict=True):
            for place, client, n in landed:
                found[client, n] += 1
                if place != records.partition(n):
                    wrong.append(f"record {n} of client {client} lies at {key}, not in {records.partition(n)}")
    figures = collections.Counter(objects=len(keys), landed=found.total())
    for call in calls:
        figures[call.verdict] += call.count
        figures["calls"] += 1
        figures["calls tried again"] += call.retries > 0
        for n in range(call.first, call.first + call.count):
            times = found.pop((call.client, n), 0)
            figures["unknown, delivered"] += call.verdict == "unknown" and times
            if call.verdict == "acknowledged" and times != 1 or call.verdict == "refused" and times or times > 1:
                wrong.append(f"record {n} of client {call.client}, {call.verdict}, lies there {times} times")
    wrong += [f"record {n} of client {client} was put by nobody" for client, n in found]
    return figures, wrong


def told(wrong):
    """The first of what is wrong, and how much more there is."""
    more = len(wrong) - NAMED_MAX
    return wrong[:NAMED_MAX] + ([f"and {more} more"] if more > 0 else [])
