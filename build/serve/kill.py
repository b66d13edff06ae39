"""Kills `./sluice serve` with SIGKILL at random moments, under load, and starts it again; at the end every record that was acknowledged lies
there once, and of the others none lies there twice. Its landing log tells of each object once, with the bytes and the records that it has, as they
are read here.

    build/serve/kill.py OUT [KILLS] [SEED]

With TORN=1 the journal's files get behind their point, at each kill, what a power failure leaves: zeros, garbage, a piece of an entry. With
POWER=1 (as root) the folder lies on a file system of its own, and at each kill goes back to what its disk holds at that moment (disk.py). Begins no
kill after KILL_SECONDS, if given. Goes on until RECORDS are acknowledged, if given, and then in calls of 500. SLUICE is the command to start, ./sluice unless given. Where OTHER is
that of a newer version, they take turns, and one end in two is by SIGTERM, as of an upgrade that is announced. Needs boto3.
"""
import glob
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request

import boto3
import botocore.config

import disk

root = pathlib.Path(__file__).resolve().parents[2]
command = os.environ.get("SLUICE", str(root / "sluice"))
versions = [command, *filter(None, [os.environ.get("OTHER")])]
out = pathlib.Path(sys.argv[1])
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
chance = random.Random(seed)
torn = os.environ.get("TORN") == "1"
records = int(os.environ.get("RECORDS", "0"))
call = 500 if records else 50
print(f"kill: {kills} kills, seed {seed}", flush=True)
shutil.rmtree(out, ignore_errors=True)

config = out.with_suffix(".json")
power = disk.Disk(out, chance) if os.environ.get("POWER") == "1" else None
if power:
    out = out / "folder"
config.write_text("""{"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
  "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data", "Prefix": "all/", "ErrorOutputPrefix": "errors/",
  "CompressionFormat": "GZIP", "BufferingHints": {"SizeInMBs": 1, "IntervalInSeconds": 60},
  "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "AppendDelimiterToRecord"}]}}, "Sluice": {"Landing": {}}}""")

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

acknowledged, sent = set(), 0  # by their numbers
lock = threading.Lock()


starts, announced = 0, 0


def start():
    global starts
    version = versions[starts % len(versions)]
    starts += 1
    # Six times the pace: objects are written while it is killed.
    process = subprocess.Popen([version, "serve", "--port", str(port), "--out", str(out), "--config", str(config), "--speed", "6"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process


def ready(process):
    line = process.stdout.readline()
    if not line.startswith("Sluice serves"):
        raise SystemExit(f"kill: FAILED, seed {seed}: a start was refused: {line!r} {process.stderr.read()}")
    threading.Thread(target=process.stderr.read, daemon=True).start()


def text(n):
    return f"{n:09d} {'x' * (n % 400)}"


def put(stop):
    global sent
    client = boto3.client("firehose", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="local",
                          aws_secret_access_key="local", config=botocore.config.Config(retries={"max_attempts": 1}, read_timeout=20))
    while not stop.is_set():
        with lock:
            numbers = range(sent, sent + call)
            sent += call
        try:
            answer = client.put_record_batch(DeliveryStreamName="s", Records=[{"Data": text(n)} for n in numbers])
        except Exception:  # what came of it is not known
            time.sleep(0.05)
            continue
        with lock:
            acknowledged.update(n for n, each in zip(numbers, answer["RequestResponses"]) if "ErrorCode" not in each)


def power_failure():
    """What is behind the point was told to nobody: it may look like anything."""
    for point in glob.glob(str(out / ".sluice-serve/streams/*/journal.point")):
        slots = pathlib.Path(point).read_bytes()
        points = [struct.unpack(">qqqqqqqq", slots[at + 4:at + 68]) for at in (0, 4096) if slots[at:at + 4] == b"SJCP"]
        _, _, _, _, file, committed, _, _ = max(points)
        journal = pathlib.Path(point).with_name("journal") / f"journal-{file:016x}"
        with open(journal, "r+b") as each:
            data = each.read()
            tail = {0: bytes(chance.randrange(1, 9000)), 1: chance.randbytes(chance.randrange(1, 9000)),
                    2: data[:chance.randrange(1, 5000)], 3: b""}[chance.randrange(4)]
            each.truncate(committed)
            each.seek(committed)
            each.write(tail)


def landed():
    """Reads all objects: the records of each, by its key."""
    bucket = out / "data"
    return {str(file.relative_to(bucket)): gzip.open(file, "rt").read().splitlines() for file in bucket.rglob("*") if file.is_file()}


def told():
    """Reads the landing log, by the command of the newer version: what it tells of each object, by its key."""
    answer = subprocess.run([versions[-1], "landed", "--config", str(config), "--out", str(out), "--json"], capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(f"kill: FAILED, seed {seed}: landed ended with {answer.returncode}: {answer.stderr}")
    landings = [json.loads(line) for line in answer.stdout.splitlines()]
    objects = [each for landing in landings for each in landing["objects"]]
    by_key = {each["key"]: each for each in objects}
    if len(by_key) < len(objects) or len({landing["id"] for landing in landings}) < len(landings):
        raise SystemExit(f"kill: FAILED, seed {seed}: an object or a landing was told twice")
    print(f"kill: {len(landings)} landings of {len(objects)} objects and {sum(each['records'] for each in objects)} records", flush=True)
    return by_key


slowest = 0.0
made = 0
until = time.time() + float(os.environ.get("KILL_SECONDS", "inf"))
while (made < kills or len(acknowledged) < records) and time.time() < until:
    began = time.time()
    process = start()
    if chance.randrange(6) == 0:  # while it starts
        time.sleep(chance.random() * 3)
    else:
        ready(process)
        slowest = max(slowest, time.time() - began)
        stop = threading.Event()
        clients = [threading.Thread(target=put, args=(stop,)) for _ in range(4)]
        for each in clients:
            each.start()
        time.sleep(chance.random() * chance.choice([0.2, 2, 8]))
        if power:
            power.fail(process, stop)
        if len(versions) > 1 and chance.random() < 0.5:
            announced += 1
            process.send_signal(signal.SIGTERM)
            if process.wait(timeout=120):
                raise SystemExit(f"kill: FAILED, seed {seed}: after SIGTERM it ended with {process.poll()}")
        else:
            process.send_signal(signal.SIGKILL)
        stop.set()
        for each in clients:
            each.join()
    if process.poll() not in ((None, -9, 0) if len(versions) > 1 else (None, -9)):
        raise SystemExit(f"kill: FAILED, seed {seed}: it ended with {process.poll()}: {process.stderr.read()}")
    process.kill()
    process.wait()
    if power:
        power.restore()
    if torn and (out / ".sluice-serve").is_dir():
        power_failure()
    made += 1
    if made % 10 == 0:
        print(f"kill: {made} kills, {len(acknowledged)} records acknowledged", flush=True)

process = start()
ready(process)
with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/_sluice/flush", method="POST"), timeout=600) as answer:
    print("kill:", answer.read().decode())
process.send_signal(signal.SIGTERM)
process.wait(timeout=120)
objects, log = landed(), told()
if len(versions) > 1:
    print(f"kill: {starts} starts, by turns of two versions, {announced} ends by SIGTERM")
lines = [line for each in objects.values() for line in each]
there = {int(line[:9]) for line in lines if line == text(int(line[:9]))}
doubled = len(lines) - len(there)
lost = acknowledged - there
mistold = [key for key in objects.keys() | log.keys()
           if key not in objects or key not in log or log[key]["records"] != len(objects[key])
           or log[key]["bytes"] != (out / "data" / key).stat().st_size]
if power:
    power.close()
print(f"kill: {made} kills, seed {seed}, {len(acknowledged)} acknowledged, {len(lines)} landed, {len(lost)} lost, {doubled} doubled or altered, "
      f"{len(objects)} objects, {len(mistold)} told wrongly or not, "
      f"slowest start {slowest:.1f} s")
if lost or doubled or mistold:
    print("kill:", sorted(lost)[:5], mistold[:5])
    raise SystemExit("kill: FAILED")
