"""Launches templates of `./sluice template` on the emulator, each as a stack of its own, upgrades each to another release and back by the
parameter alone, and takes them down again."""

import io
import json
import pathlib
import sys
import zipfile

import boto3

USUAL = [
    "buffer-direct-new-none-text-none-none-none",
    "buffer-direct-own-none-text-none-none-none",
    "buffer-direct-new-own-text-none-none-none",
    "buffer-direct-new-none-parquet-new_database-none-none",
    "buffer-kinesis_new-new-none-text-none-none-none",
    "buffer-events_new-new-none-text-none-none-none",
    "buffer-existing-new-none-text-none-none-none",
    "buffer-sqs-new-none-text-none-none-none",
    "buffer-s3-new-none-text-none-none-none",
    "firehose-direct-new-none-text-none-none-none",
]
RELEASES = ["1.0.0", "1.1.0"]
FUNCTIONS = {"TransformFunction", "FlushFunction", "RetentionFunction"}

templates = pathlib.Path(sys.argv[1])
s3, cloudformation, functions = (boto3.client(each) for each in ("s3", "cloudformation", "lambda"))
sqs, kinesis = boto3.client("sqs"), boto3.client("kinesis")
s3.create_bucket(Bucket="code")
s3.create_bucket(Bucket="orders-data")
sqs.create_queue(QueueName="orders", Attributes={"VisibilityTimeout": "420"})
jar = io.BytesIO()
with zipfile.ZipFile(jar, "w") as content:
    content.writestr("stands-for", "a release's jar")
for artifact in ("sluice-functions", "sluice-parquet", "sluice-registrar"):
    for release in RELEASES:
        s3.put_object(Bucket="code", Key=f"sluice/{artifact}-{release}-lambda.jar", Body=jar.getvalue() + release.encode())


def live(function):
    """The number of the version that the alias names."""
    return functions.get_alias(FunctionName=function, Name="live")["FunctionVersion"]


def versions(function):
    return {each["Version"]: each["Description"] for each in functions.list_versions_by_function(FunctionName=function)["Versions"]
            if each["Version"] != "$LATEST"}


def upgraded(stack, names):
    """What is wrong with an upgrade to another release, and back to the one before, by the parameter alone."""
    seen = {each: [live(each)] for each in names}
    for release in RELEASES[1:] + RELEASES[:1]:
        cloudformation.update_stack(StackName=stack, UsePreviousTemplate=True, Capabilities=["CAPABILITY_NAMED_IAM"], Parameters=[
            {"ParameterKey": "CodeBucket", "UsePreviousValue": True}, {"ParameterKey": "ReleaseVersion", "ParameterValue": release}])
        for each in names:
            there = versions(each)
            if live(each) in seen[each] or not there[live(each)].startswith(f"{release} ") or not there.keys() >= set(seen[each]):
                yield f"{each} at {release}: live names {live(each)} after {seen[each]}, of {there}"
            seen[each].append(live(each))


def launched(name, stack, wanted):
    """What is wrong with a template of these resources as a stack."""
    cloudformation.create_stack(
        StackName=stack,
        TemplateURL=f"https://code.s3.amazonaws.com/{name}",
        Parameters=[{"ParameterKey": "CodeBucket", "ParameterValue": "code"}],
        Capabilities=["CAPABILITY_NAMED_IAM"],
    )
    status = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]
    made = {
        each["LogicalResourceId"]: each.get("PhysicalResourceId")
        for page in cloudformation.get_paginator("list_stack_resources").paginate(StackName=stack)
        for each in page["StackResourceSummaries"]
    }
    names = [made.get(each) for each in sorted(FUNCTIONS & set(wanted))]
    if status != "CREATE_COMPLETE" or not all(names):
        yield f"{status}, functions {names}"
    else:
        yield from upgraded(stack, names)
        cloudformation.delete_stack(StackName=stack)


failed = False
for number, name in enumerate(USUAL):
    text = (templates / name / "Stream.template.json").read_text()
    wanted = json.loads(text)["Resources"]
    s3.put_object(Bucket="code", Key=name, Body=text)
    faults = []
    try:
        for fault in launched(name, f"stream-{number}", wanted):
            faults.append(fault)
    except Exception as failure:  # each is told, and all are tried
        faults.append(failure)
    for fault in faults:
        failed = True
        print(f"emulator/template: WRONG {name}: {fault}", file=sys.stderr)
    if not faults:
        print(f"emulator/template: {name}: {len(wanted)} resources, all launched; upgraded and taken back, live moved each time")
sys.exit(1 if failed else 0)
