"""All checks of the module; run by `build/terraform/run`."""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys

import page
from compare import Comparison
from emulator import Emulator
from state import State
from stream import ROOT, Stream, init, require, sluice, terraform

MODULE = ROOT / "terraform" / "stream"
MATRIX = ROOT / "infra" / "target" / "matrix"
WORK = ROOT / "out" / "terraform"
# Of each an apply, and the comparison.
APPLIED = [
    "buffer-direct-new-none-text-none-none-none", "buffer-events_new-new-none-text-none-none-none",
    "buffer-existing-new-none-text-none-none-none", "buffer-sqs-new-none-text-none-none-none",
    "buffer-s3-new-none-text-none-none-none", "buffer-direct-new-own-text-none-none-none",
    "buffer-direct-own-none-text-none-none-none", "buffer-direct-new-none-text-none-none-wanted",
    "buffer-direct-new-none-parquet-new_database-none-none", "firehose-kinesis_new-new-none-text-none-none-none",
    "firehose-direct-new-none-text-none-none-none",
]
# Of these the destroys: with and without a buffer, with a Kinesis stream and a database of their own.
DESTROYED = {
    "buffer-direct-new-none-text-none-none-none", "buffer-events_new-new-none-text-none-none-none",
    "buffer-direct-new-none-parquet-new_database-none-none", "firehose-direct-new-none-text-none-none-none",
}
SOURCES = {"direct", "kinesis_new", "kinesis_own", "events_new", "events_own", "existing", "sqs", "s3"}


def say(text):
    print(f"terraform: {text}", flush=True)


def variants():
    """The variants that the module has, of those that were synthesised."""
    found = []
    for folder in sorted(MATRIX.glob("*-*")):
        _, source, _, _, _, _, repartition, _ = folder.name.split("-")
        if source in SOURCES and repartition == "none" and (folder / "config.json").exists():
            found.append(folder.name)
    missing = [each for each in APPLIED if each not in found]
    if missing:
        raise SystemExit(f"terraform: there are no templates of {', '.join(missing)} in {MATRIX}; write them with: "
                         "mvn -B -pl infra -am test -Dtest=MatrixTest -Dsurefire.failIfNoSpecifiedTests=false")
    return found


def stream_of(variant, **variables):
    _, _, bucket, _, _, tables, _, _ = variant.split("-")
    given = ({"data_bucket": "orders-data"} if bucket == "own" else {}) | ({"table_database": "existing"} if tables == "their_database" else {})
    configuration = MATRIX / variant / "config.json"
    folder = WORK / "streams" / variant
    shutil.rmtree(folder, ignore_errors=True)
    beside = attached() if variant.split("-")[1] == "existing" else None
    stream = Stream(folder, configuration, sluice(configuration), beside=beside, **given, **variables)
    init(stream.folder)
    return stream


def attached():
    """A Firehose stream of the user's, which takes what attaches the function to it."""
    parameters = {"for_each": "${processors.value.parameters}", "content": {
        "parameter_name": "${parameters.value.parameter_name}", "parameter_value": "${parameters.value.parameter_value}"}}
    processors = {"for_each": "${module.stream.existing_stream.processors}", "content": {
        "type": "${processors.value.type}", "dynamic": {"parameters": parameters}}}
    trust = {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": "firehose.amazonaws.com"}}]}
    return {
        "aws_iam_role": {"sales": {"name": "sales", "assume_role_policy": json.dumps(trust)}},
        "aws_kinesis_firehose_delivery_stream": {"sales": {
            "name": "sales", "destination": "extended_s3", "extended_s3_configuration": {
                "role_arn": "${aws_iam_role.sales.arn}", "bucket_arn": "arn:aws:s3:::orders-data",
                "processing_configuration": {"enabled": True, "dynamic": {"processors": processors}}}}}}


def side_by_side(work, names):
    """Most of an apply is waiting."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as workers:
        for each in [workers.submit(work, name) for name in names]:
            each.result()


def given(emulator):
    """What the variants name and do not make."""
    emulator.client("sqs").create_queue(QueueName="orders", Attributes={"VisibilityTimeout": "420"})
    emulator.client("kinesis").create_stream(StreamName="clicks", ShardCount=1)
    emulator.client("s3").create_bucket(Bucket="orders-data")


def form():
    require(terraform(ROOT / "terraform", "fmt", "-check", "-recursive", "-diff"), "fmt -check")
    pom = (ROOT / "pom.xml").read_text(encoding="utf-8")
    version = pom.split("<artifactId>sluice</artifactId>")[1].split("<version>")[1].split("</version>")[0]
    if f'sluice = "{version}"' not in (MODULE / "versions.tf").read_text(encoding="utf-8"):
        raise SystemExit(f"terraform: versions.tf is not of {version}, the version of pom.xml")
    say(f"formatted, and of version {version}")


def examples():
    for example in sorted((MODULE / "examples").iterdir()):
        if not (example / "main.tf").exists():
            continue
        folder = WORK / "module" / "examples" / example.name
        shutil.rmtree(WORK / "module", ignore_errors=True)
        shutil.copytree(MODULE, WORK / "module")
        (folder / "values.json").write_text(sluice(example / "stream.json"), encoding="utf-8")
        for jar in ("functions", "parquet"):
            (folder / f"{jar}.jar").write_bytes(b"stands for a jar")
        init(folder)
        require(terraform(folder, "validate", "-no-color"), f"validate of {example.name}")
        say(f"the example {example.name} is valid")


def unboxed(text):
    """What Terraform says, without its lines and frames."""
    return " ".join(text.replace("│", " ").split())


def add_throughput_hint(configuration):
    request = json.loads(configuration.read_text(encoding="utf-8"))
    configuration.write_text(json.dumps(request | {"DirectPutSourceConfiguration": {"ThroughputHintInMBs": 5}}), encoding="utf-8")


def refusals():
    """What the module does not have, or was not made for this configuration, is refused by name."""
    variant = APPLIED[0]
    right = sluice(MATRIX / variant / "config.json")

    def with_value(name, value):
        return json.dumps(json.loads(right) | {name: value})

    def as_it_is(_):
        pass

    cases = [
        ("another configuration", {}, right, lambda file: file.write_bytes(file.read_bytes() + b"\n"), "was derived from another configuration"),
        ("another release", {}, with_value("release", "0.9.0"), as_it_is, "was derived by Sluice 0.9.0"),
        ("half of the values", {}, right[:len(right) // 2], as_it_is, "is not what Sluice prints"),
        ("values of something else", {}, "{}", as_it_is, "is not what Sluice prints"),
        ("no configuration", {}, right, pathlib.Path.unlink, "There is no configuration file"),
        ("no jar", {"code": {"functions": "nowhere.jar"}}, right, as_it_is, "There is no file nowhere.jar"),
        ("an alias", {"kms_key_arn": "arn:aws:kms:us-east-1:123456789012:alias/orders"}, right, as_it_is, "an alias cannot be granted"),
        ("a key without its bucket", {"data_bucket_key_arn": "arn:aws:kms:us-east-1:123456789012:key/1"}, right, as_it_is,
         "is for a data_bucket of yours"),
        ("a long name", {"name_prefix": "a" * 32}, with_value("plain_name", "o" * 40), as_it_is, "shorten name_prefix"),
        ("half a network", {"vpc": {"subnet_ids": ["subnet-1"], "security_group_ids": []}}, right, as_it_is, "vpc needs at least one"),
        ("the throughput hint", {}, right, add_throughput_hint, "DirectPutSourceConfiguration, the throughput hint"),
        *((source, {}, with_value("source", {"kind": source}), as_it_is, f"This module has no source {source}")
          for source in ("kafka", "cloudwatch_logs", "dynamodb_streams", "msk_through_firehose", "attached")),
    ]
    folder = WORK / "refused"
    shutil.rmtree(folder, ignore_errors=True)
    with Emulator(WORK / "moto-refused.log") as emulator:
        for name, variables, values, change, sentence in cases:
            stream = Stream(folder, MATRIX / variant / "config.json", values, **variables)
            change(folder / "stream.json")
            if not (folder / ".terraform").exists():
                init(folder)
            done = require(stream.terraform("plan", "-no-color", environment=emulator.environment()), f"plan, refusing {name}", 1)
            if sentence not in unboxed(done.stderr):
                raise SystemExit(f"terraform: {name} is refused without “{sentence}”:\n{done.stderr}")
    say(f"{len(cases)} inputs are refused, each by name")


def everything_given():
    """What may be given is planned though it is made in the same apply, and nobody knows its ARN yet."""
    stream = stream_of(APPLIED[0])
    stream.write(
        beside={
            "aws_kms_key": {"own": {"enable_key_rotation": True}}, "aws_sns_topic": {"alarms": {"name": "alarms"}},
            "aws_s3_bucket": {"lake": {"bucket": "orders-lake"}}, "aws_vpc": {"own": {"cidr_block": "10.0.0.0/16"}},
            "aws_subnet": {"own": {"vpc_id": "${aws_vpc.own.id}", "cidr_block": "10.0.0.0/24"}},
            "aws_security_group": {"own": {"vpc_id": "${aws_vpc.own.id}"}}},
        kms_key_arn="${aws_kms_key.own.arn}", data_bucket="${aws_s3_bucket.lake.bucket}", alarm_topic_arn="${aws_sns_topic.alarms.arn}",
        vpc={"subnet_ids": ["${aws_subnet.own.id}"], "security_group_ids": ["${aws_security_group.own.id}"]},
        permissions_boundary_arn="arn:aws:iam::123456789012:policy/boundary", flusher_concurrency="none", snap_start="none",
        tags={"team": "orders"}, log_retention_days=90, name_prefix="acme-")
    with Emulator(WORK / "moto-given.log") as emulator:
        environment = emulator.environment()
        require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), "apply of what is given")
        require(stream.terraform("plan", "-no-color", "-detailed-exitcode", environment=environment), "second plan of what is given")
    say("key, bucket, network and topic that are made beside the module are taken")


def planned(names):
    with Emulator(WORK / "moto-plans.log") as emulator:
        given(emulator)

        def plan(name):
            require(stream_of(name).terraform("plan", "-no-color", "-input=false", environment=emulator.environment()), f"plan of {name}")

        side_by_side(plan, names)
        say(f"{len(names)} variants are planned")


def applied(name, rows):
    with Emulator(WORK / f"moto-{name}.log") as emulator:
        given(emulator)
        environment = emulator.environment()
        stream = stream_of(name)
        require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), f"apply of {name}")
        again = require(stream.terraform("plan", "-no-color", "-detailed-exitcode", environment=environment), f"second plan of {name}")
        if "No changes" not in again.stdout:
            raise SystemExit(f"terraform: the second plan of {name} does not say “No changes”:\n{again.stdout}")
        comparison = Comparison(MATRIX / name, State(stream.state(environment)))
        if comparison.problems:
            raise SystemExit(f"terraform: the module's {name} is not what the CDK app makes of it:\n" + "\n".join(comparison.problems))
        rows[name] = comparison.compared
        say(f"applied {name}: no changes after it, and {len(comparison.compared)} resources as the CDK app has them")
        if name in DESTROYED:
            destroyed(name, stream, emulator)


def destroyed(name, stream, emulator):
    """Everything goes that runs, and what holds data stays as it is until it is said that it may go."""
    environment = emulator.environment()
    kept = stream.state(environment)["values"]["outputs"]["stream"]["value"]["retained"]
    done = stream.terraform("destroy", "-no-color", "-auto-approve", environment=environment)
    if kept:
        require(done, f"destroy of {name}", 1)
        said = unboxed(done.stderr)
        for each in kept:
            if f"Sluice keeps {each}" not in said:
                raise SystemExit(f"terraform: the destroy of {name} does not say that it keeps {each}:\n{done.stderr}")
    left = [each for each in State(stream.state(environment)).resources]
    if any("module.storage" not in each for each in left):
        raise SystemExit(f"terraform: the destroy of {name} leaves what runs: {left}")
    for each in emulator.client("s3").list_buckets()["Buckets"]:
        if each["Name"] != "orders-data":
            emulator.client("s3").get_bucket_policy(Bucket=each["Name"])
    stream.write(retain_data=False)
    require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), f"apply of {name} without retain_data")
    require(stream.terraform("destroy", "-no-color", "-auto-approve", environment=environment), f"last destroy of {name}")
    say(f"destroyed {name}: {len(kept)} things were kept until they might go")


def main():
    parser = argparse.ArgumentParser(description="Checks the Terraform module.")
    parser.add_argument("--only", action="append", help="a variant, or given: its apply alone")
    parser.add_argument("--write", action="store_true", help="write the pages that are made of the module, instead of comparing them")
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    form()
    if asked.only:
        for name in asked.only:
            applied(name, {}) if name != "given" else everything_given()
        return
    page.reference(MODULE, ROOT / "docs" / "reference" / "terraform.md", asked.write)
    say("the reference is the module's")
    examples()
    refusals()
    planned(variants())
    everything_given()
    rows = {}
    side_by_side(lambda name: applied(name, rows), APPLIED)
    page.comparison(rows, ROOT / "docs" / "internals" / "terraform.md", asked.write)
    say("done")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{' '.join(map(str, failed.cmd))} ended with {failed.returncode}:\n{failed.stderr}")
