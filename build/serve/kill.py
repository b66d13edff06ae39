"""Kills `./sluice serve` with SIGKILL at random moments, under load, and starts it again; at the end every record that was acknowledged lies
there once, and of the others none lies there twice.

    build/serve/kill.py OUT [KILLS] [SEED]

With TORN=1 the journal's files get behind their point, at each kill, what a power failure leaves: zeros, garbage, a piece of an entry. With
POWER=1 (as root) the folder lies on a file system of its own, and at each kill goes back to what its disk holds at that moment (disk.py). Begins no
kill after KILL_SECONDS, if given. SLUICE is the command to start, ./sluice unless given. Needs boto3.
"""
import glob
import gzip
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
out = pathlib.Path(sys.argv[1])
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
chance = random.Random(seed)
torn = os.environ.get("TORN") == "1"
print(f"kill: {kills} kills, seed {seed}", flush=True)
shutil.rmtree(out, ignore_errors=True)

config = out.with_suffix(".json")
power = disk.Disk(out, chance) if os.environ.get("POWER") == "1" else None
if power:
    out = out / "folder"
config.write_text("""{"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
  "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data", "Prefix": "all/", "ErrorOutputPrefix": "errors/",
  "CompressionFormat": "GZIP", "BufferingHints": {"SizeInMBs": 1, "IntervalInSeconds": 60},
  "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "AppendDelimiterToRecord"}]}}, "Sluice": {}}""")

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

acknowledged, sent = set(), 0
lock = threading.Lock()


def start():
    # Six times the pace: objects are written while it is killed.
    process = subprocess.Popen([command, "serve", "--port", str(port), "--out", str(out), "--config", str(config), "--speed", "6"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process


def ready(process):
    line = process.stdout.readline()
    if not line.startswith("Sluice serves"):
        raise SystemExit(f"kill: FAILED, seed {seed}: a start was refused: {line!r} {process.stderr.read()}")
    threading.Thread(target=process.stderr.read, daemon=True).start()


def put(stop, number):
    global sent
    client = boto3.client("firehose", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="local",
                          aws_secret_access_key="local", config=botocore.config.Config(retries={"max_attempts": 1}, read_timeout=20))
    while not stop.is_set():
        with lock:
            first, sent = sent, sent + 50
        lines = [f"{n:09d} {'x' * (n % 400)}" for n in range(first, first + 50)]
        try:
            answer = client.put_record_batch(DeliveryStreamName="s", Records=[{"Data": line} for line in lines])
        except Exception:  # what came of it is not known
            time.sleep(0.05)
            continue
        with lock:
            acknowledged.update(line for line, each in zip(lines, answer["RequestResponses"]) if "ErrorCode" not in each)


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


slowest = 0.0
made = 0
until = time.time() + float(os.environ.get("KILL_SECONDS", "inf"))
while made < kills and time.time() < until:
    began = time.time()
    process = start()
    if chance.randrange(6) == 0:  # while it starts
        time.sleep(chance.random() * 3)
    else:
        ready(process)
        slowest = max(slowest, time.time() - began)
        stop = threading.Event()
        clients = [threading.Thread(target=put, args=(stop, i)) for i in range(4)]
        for each in clients:
            each.start()
        time.sleep(chance.random() * chance.choice([0.2, 2, 8]))
        if power:
            power.fail(process, stop)
        process.send_signal(signal.SIGKILL)
        stop.set()
        for each in clients:
            each.join()
    if process.poll() not in (None, -9):
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
landed = [line for file in (out / "data").rglob("*") if file.is_file() for line in gzip.open(file, "rt").read().splitlines()]
doubled = len(landed) - len(set(landed))
lost = acknowledged - set(landed)
if power:
    power.close()
print(f"kill: {made} kills, seed {seed}, {len(acknowledged)} acknowledged, {len(landed)} landed, {len(lost)} lost, {doubled} doubled, "
      f"slowest start {slowest:.1f} s")
if lost or doubled:
    raise SystemExit("kill: FAILED")
