"""Deploys streams under a random name, puts records, says of each step whether it went well; see build/aws/smoke."""

import secrets
import signal
import sys
import time

import boto3
from botocore.exceptions import BotoCoreError, ClientError
from sources import Attached, Changes, Queue, Uploads, Versions
from streams import EMULATOR, RUNS, Stream, client, run

NO_LAMBDA = "the emulator runs no function: nothing is transformed, flushed or delivered"
NO_PARTITIONS = "the emulator's Firehose partitions nothing and waits for nothing"
NOT_REAL = """Real: the CDK command line, the templates and assets, the functions' code, handlers and variables as
deployed, what was read back at the end.
Not real: S3, DynamoDB, CloudFormation, Firehose, Kinesis, SQS, EventBridge and Lambda are moto's. Functions run on a
JVM of this machine, without SnapStart, arm64, IAM, limits or alarms. No schedule runs (the flusher was invoked); no
time was waited for."""


class Report:
    def __init__(self):
        self.rows, self.failed = [], False

    def step(self, name, work):
        print(f"{name} …", flush=True)
        start = time.monotonic()
        try:
            said = work() or ""
            self.rows.append((name, "done", time.monotonic() - start, said))
        except (Exception, KeyboardInterrupt) as e:
            self.failed = True
            self.rows.append((name, "FAILED", time.monotonic() - start, str(e) or type(e).__name__))
            raise

    def left_out(self, name, why):
        self.rows.append((name, "left out", 0, why))

    def print(self, where):
        print(f"\nSmoke test on {where}\n")
        for name, result, seconds, said in self.rows:
            print(f"  {result:8}  {seconds:6.0f} s  {name}" + (f": {said}" if said else ""))


def work(report, streams):
    if EMULATOR:
        report.step("bootstrap", lambda: run(["npx", "--no-install", "cdk", "bootstrap", "--app", "",
                                              "aws://123456789012/us-east-1"], "bootstrap"))
    for stream in streams:
        report.step(f"deploy {stream.what}", stream.deploy)
        if stream.takes_records:
            report.step(f"put into {stream.what}", stream.put)
        else:
            report.left_out(f"put into {stream.what}", NO_LAMBDA)
    why = NO_PARTITIONS if RUNS else NO_LAMBDA
    for name in ("verify", "repeat", "redeploy"):
        for stream in streams:
            if name == "repeat" and not isinstance(stream, Attached):
                continue
            if stream.delivers:
                report.step(f"{name} {stream.what}", getattr(stream, name))
            else:
                report.left_out(f"{name} {stream.what}", why)
    if RUNS:
        report.step("recover buffer", streams[0].recover)
    else:
        report.left_out("recover buffer", NO_LAMBDA)


def main():
    name = "smoke-" + secrets.token_hex(4)
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt("terminated")))
    try:
        account = client("sts").get_caller_identity()["Account"]
    except (BotoCoreError, ClientError) as e:
        print(f"aws/smoke: left out: no account answers to the credentials of this shell: {e}", file=sys.stderr)
        return 2
    where = f"the emulator at {EMULATOR}" if EMULATOR else f"account {account}, {boto3.session.Session().region_name}"
    print(f"{name} on {where}", flush=True)
    streams = [Stream(name, "buffer", "buffer"), Stream(name, "events", "buffer", "kinesis"),
               Stream(name, "firehose", "firehose")]
    if "--sources" in sys.argv[2:]:
        streams += [Queue(name, "queue"), Changes(name, "changes"), Uploads(name, "uploads"),
                    Versions(name, "versions")]
    report = Report()
    try:
        work(report, streams)
    except (Exception, KeyboardInterrupt) as e:  # noqa: BLE001 whatever it is, what was made is removed first
        print(f"failed: {e}\ntaking everything down …", flush=True)
        report.failed = True
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for stream in streams:
            try:
                report.step(f"remove {stream.what}", stream.remove)
            except Exception as e:  # noqa: BLE001 it is in the report, and the next one still goes
                print(f"not removed: {e}", flush=True)
    report.print(where)
    if EMULATOR and RUNS:
        print("\n" + NOT_REAL)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
