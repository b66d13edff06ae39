"""All checks of the module; run by `build/terraform/run`."""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import shutil
import subprocess
import sys

import destroy
import page
import sources
from compare import Comparison
from emulator import Emulators
from records import Wrong
from state import State
from stream import ROOT, STREAMS, WORK, Stream, init, outputs, prepare, release, require, say, sluice, terraform, unboxed, write

MATRIX = ROOT / "infra" / "target" / "matrix"
# The folder of the one `init`.
FIRST = STREAMS / "first"
# Of each an apply, and the comparison.
APPLIED = [
    "buffer-direct-new-none-text-none-none-none", "buffer-events_new-new-none-text-none-none-none",
    "buffer-existing-new-none-text-none-none-none", "buffer-sqs-new-none-text-none-none-none",
    "buffer-s3-new-none-text-none-none-none", "buffer-direct-new-own-text-none-none-none",
    "buffer-direct-own-none-text-none-none-none", "buffer-direct-new-none-text-none-none-wanted",
    "buffer-direct-new-none-parquet-new_database-none-none", "firehose-kinesis_new-new-none-text-none-none-none",
    "firehose-direct-new-none-text-none-none-none",
]
# Of these a destroy to the end: with a buffer and a database, and without a buffer. What `sources` makes is destroyed, too.
DESTROYED = {"buffer-direct-new-none-parquet-new_database-none-none", "firehose-direct-new-none-text-none-none-none"}
SOURCES = {"direct", "kinesis_new", "kinesis_own", "events_new", "events_own", "existing", "sqs", "s3"}
AT_ONCE = 2
# Choices that the module never reads together: no file of a source knows of tables or compactions.
APART = {("source", "tables"), ("source", "compaction")}


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


def telling(names):
    """Those that are to be planned: all pairs of choices that any variant has stand in one of them, or in one that is applied."""
    def pairs(name):
        delivery, source, bucket, key, form, tables, _, compaction = name.split("-")
        choices = {"source": (delivery, source), "bucket": bucket, "key": key, "format": form, "tables": tables, "compaction": compaction}
        return {(one, other) for one, other in itertools.combinations(choices.items(), 2) if (one[0], other[0]) not in APART}

    seen, chosen = set().union(*map(pairs, APPLIED)), []
    while True:
        most = max(names, key=lambda name: len(pairs(name) - seen))
        if pairs(most) <= seen:
            return chosen
        chosen.append(most)
        seen |= pairs(most)


def given_to(variant):
    """The variables of a variant that names what is there already."""
    _, _, bucket, _, _, tables, _, _ = variant.split("-")
    return {"data_bucket": "orders-data" if bucket == "own" else None,
            "table_database": "existing" if tables == "their_database" else "new"}


def folder_of(name):
    """A folder for a root configuration of the module, empty but for the provider."""
    folder = STREAMS / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    prepare(folder, FIRST)
    return folder


def stream_of(variant, name=None, **variables):
    configuration = MATRIX / variant / "config.json"
    beside = attached() if variant.split("-")[1] == "existing" else None
    return Stream(folder_of(name or variant), configuration, sluice(configuration), beside=beside, **given_to(variant), **variables)


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
    with concurrent.futures.ThreadPoolExecutor(max_workers=AT_ONCE) as workers:
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
    if f'sluice = "{version}"' not in (ROOT / "terraform" / "stream" / "versions.tf").read_text(encoding="utf-8"):
        raise SystemExit(f"terraform: versions.tf is not of {version}, the version of pom.xml")
    say(f"formatted, and of version {version}")


def initialised():
    """The one `init`, of which every other folder has what came of it."""
    shutil.rmtree(STREAMS, ignore_errors=True)
    FIRST.mkdir(parents=True)
    write(FIRST, {"configuration": "stream.json", "values": "values.json", "code": {"functions": "functions.jar"}})
    init(FIRST)


def examples():
    copied = WORK / "module"
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(release().module, copied)

    def example(name):
        folder = copied / "examples" / name
        (folder / "values.json").write_text(sluice(folder / "stream.json"), encoding="utf-8")
        for jar in ("functions", "parquet"):
            (folder / f"{jar}.jar").write_bytes(b"stands for a jar")
        # The modules have other names here.
        prepare(folder, FIRST, "providers")
        require(terraform(folder, "get", "-no-color"), f"get of {name}")
        require(terraform(folder, "validate", "-no-color"), f"validate of {name}")

    names = sorted(each.parent.name for each in copied.glob("examples/*/main.tf"))
    side_by_side(example, names)
    say(f"the examples are valid: {', '.join(names)}")


def add_throughput_hint(configuration):
    request = json.loads(configuration.read_text(encoding="utf-8"))
    configuration.write_text(json.dumps(request | {"DirectPutSourceConfiguration": {"ThroughputHintInMBs": 5}}), encoding="utf-8")


def refusals(emulators):
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

    def refused(case):
        name, variables, values, change, sentence = case
        with emulators.one() as emulator:
            stream = Stream(folder_of(f"refused-{name.replace(' ', '-')}"), MATRIX / variant / "config.json", values, **variables)
            change(stream.folder / "stream.json")
            done = require(stream.terraform("plan", "-no-color", environment=emulator.environment()), f"plan, refusing {name}", 1)
            if sentence not in unboxed(done.stderr):
                raise SystemExit(f"terraform: {name} is refused without “{sentence}”:\n{done.stderr}")

    side_by_side(refused, cases)
    say(f"{len(cases)} inputs are refused, each by name")


def everything_given(emulators):
    """What may be given is planned though it is made in the same apply, and nobody knows its ARN yet."""
    stream = stream_of(APPLIED[0], "given")
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
    with emulators.one() as emulator:
        environment = emulator.environment()
        require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), "apply of what is given")
        require(stream.terraform("plan", "-no-color", "-detailed-exitcode", environment=environment), "second plan of what is given")
    say("key, bucket, network and topic that are made beside the module are taken")


def planned(names, emulators):
    """In one plan: most of a plan's time is the provider's start. What reads a module's outputs is planned where it is applied."""
    folder = folder_of("all")

    def derive(name):
        (folder / name).mkdir()
        shutil.copy(MATRIX / name / "config.json", folder / name / "stream.json")
        (folder / name / "values.json").write_text(sluice(MATRIX / name / "config.json"), encoding="utf-8")

    side_by_side(derive, names)
    for jar in ("functions", "parquet"):
        (folder / f"{jar}.jar").write_bytes(b"stands for a jar")
    write(folder, {
        "for_each": {name: given_to(name) for name in names},
        "configuration": "${path.module}/${each.key}/stream.json", "values": "${path.module}/${each.key}/values.json",
        "code": {"functions": "${path.module}/functions.jar", "parquet": "${path.module}/parquet.jar"},
        "data_bucket": "${each.value.data_bucket}", "table_database": "${each.value.table_database}"})
    with emulators.one() as emulator:
        given(emulator)
        done = require(terraform(folder, "plan", "-no-color", "-input=false", environment=emulator.environment()), "plan of the variants")
    lacks = [name for name in names if f'module.stream["{name}"].module.function["transform"].aws_lambda_function.this' not in done.stdout]
    if lacks:
        raise SystemExit(f"terraform: nothing is planned of {', '.join(lacks)}")
    say(f"{len(names)} variants are planned")


def applied(name, rows, emulators):
    with emulators.one() as emulator:
        given(emulator)
        environment = emulator.environment()
        stream = stream_of(name)
        require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), f"apply of {name}")
        again = require(stream.terraform("plan", "-no-color", "-detailed-exitcode", environment=environment), f"second plan of {name}")
        if "No changes" not in again.stdout:
            raise SystemExit(f"terraform: the second plan of {name} does not say “No changes”:\n{again.stdout}")
        state = stream.state(environment)
        comparison = Comparison(MATRIX / name, State(state))
        if comparison.problems:
            raise SystemExit(f"terraform: the module's {name} is not what the CDK app makes of it:\n" + "\n".join(comparison.problems))
        rows[name] = comparison.compared
        say(f"applied {name}: no changes after it, and {len(comparison.compared)} resources as the CDK app has them")
        if name in DESTROYED:
            kept = destroy.keeps(name, stream, outputs(state), emulator)
            destroy.goes(name, stream, emulator)
            say(f"destroyed {name}: {kept} things were kept until they might go")


def delivered(kind):
    sources.delivers(kind, folder_of(f"through-{kind}"))


def some(names, emulators):
    """What --only asks for."""
    for name in names:
        if name == "plans":
            planned(telling(variants()), emulators)
        elif name == "given":
            everything_given(emulators)
        elif name in sources.KINDS:
            delivered(name)
        else:
            applied(name, {}, emulators)


def everything(emulators, write_pages):
    page.reference(ROOT / "terraform" / "stream", ROOT / "docs" / "reference" / "terraform.md", write_pages)
    say("the reference is the module's")
    examples()
    refusals(emulators)
    planned(telling(variants()), emulators)
    everything_given(emulators)
    rows = {}
    side_by_side(lambda name: applied(name, rows, emulators), APPLIED)
    page.comparison(rows, ROOT / "docs" / "internals" / "terraform.md", write_pages)
    side_by_side(delivered, sources.KINDS)


def main():
    parser = argparse.ArgumentParser(description="Checks the Terraform module.")
    parser.add_argument("--only", action="append",
                        help=f"a variant; plans; given; or records through one of {', '.join(sources.KINDS)}")
    parser.add_argument("--write", action="store_true", help="write the pages that are made of the module, instead of comparing them")
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    form()
    initialised()
    with Emulators(AT_ONCE, WORK) as emulators:
        if asked.only:
            some(asked.only, emulators)
        else:
            everything(emulators, asked.write)
    say("done")


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"terraform: WRONG: {wrong}")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{' '.join(map(str, failed.cmd))} ended with {failed.returncode}:\n{failed.stderr}")
