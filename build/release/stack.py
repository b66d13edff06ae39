"""Launches a template on the emulator and has records go through it; see build/release/stack."""

import collections
import json
import pathlib
import sys

from emulator import Emulator
from records import Delivery, Records, Wrong, landed

WORK = pathlib.Path(sys.argv[1])
JAR = pathlib.Path(sys.argv[2])
RECORDS = Records(pathlib.Path(sys.argv[3]).read_bytes().splitlines())
FIREHOSE = "AWS::KinesisFirehose::DeliveryStream"


def say(text):
    print(f"stack: {text}", flush=True)


class Stack:
    """Of the template, as it is launched with `jar` for the release's."""

    def __init__(self, emulator, jar):
        self.emulator = emulator
        self.formation = emulator.client("cloudformation")
        text = (WORK / "template.json").read_text(encoding="utf-8")
        s3 = emulator.client("s3")
        s3.create_bucket(Bucket="code")
        s3.put_object(Bucket="code", Key=f"sluice/{JAR.name}", Body=jar)
        s3.put_object(Bucket="code", Key="template.json", Body=text)
        self.formation.create_stack(
            StackName="quakes", TemplateURL="https://code.s3.amazonaws.com/template.json", Capabilities=["CAPABILITY_NAMED_IAM"],
            Parameters=[{"ParameterKey": "CodeBucket", "ParameterValue": "code"}])
        told = self.formation.describe_stacks(StackName="quakes")["Stacks"][0]
        if told["StackStatus"] != "CREATE_COMPLETE":
            raise Wrong(f"the stack is {told['StackStatus']}")
        self.outputs = {each["OutputKey"]: each["OutputValue"] for each in told["Outputs"]}
        self.made = {each["ResourceType"]: each["PhysicalResourceId"]
                     for page in self.formation.get_paginator("list_stack_resources").paginate(StackName="quakes")
                     for each in page["StackResourceSummaries"]}
        self.kinds = collections.Counter(each["Type"] for each in json.loads(text)["Resources"].values())

    def delivery(self):
        return Delivery(self.emulator, self.outputs["DataBucketName"], f"{self.outputs['FlushFunctionName']}:live")

    def put(self, records):
        self.delivery().through_firehose(self.made[FIREHOSE], records)

    def delete(self):
        self.formation.delete_stack(StackName="quakes")


def delivered():
    """From the template to objects, which stay when the stack goes."""
    with Emulator(WORK / "moto.log", functions=WORK / "functions") as emulator:
        stack = Stack(emulator, JAR.read_bytes())
        lacks = sorted(stack.kinds.keys() - stack.made.keys())
        say(f"{stack.kinds.total()} resources are launched" + (f"; moto has no {', '.join(lacks)}" if lacks else ""))
        delivery = stack.delivery()
        stack.put(RECORDS)
        objects = delivery.require(RECORDS)
        say(f"{len(RECORDS.lines):,} records, each once and at its key, in {objects} objects")
        stack.delete()
        if delivery.count(RECORDS) != objects:
            raise Wrong("objects went with the stack")
        say("the stack is deleted, and its objects are there")
        miscounts(landed(emulator.client("s3"), delivery.data_bucket)[0])


def miscounts(found):
    """What a count has to find, so that one that finds nothing says something."""
    place, line = next(iter(found))
    for what, change in (("lost", {(place, line): -1}), ("there twice", {(place, line): 1}),
                         ("misplaced", {(place, line): -1, ("net=other/", line): 1})):
        changed = collections.Counter(found)
        changed.update(change)
        try:
            RECORDS.require(+changed)
        except Wrong:
            continue
        raise Wrong(f"the count does not find that a record is {what}")
    say("the count finds a record that is lost, there twice, or misplaced")


def refused(name, reason, jar, change=lambda stack: None):
    """Where no function can take records, none is taken, and whoever puts them learns of it."""
    log = WORK / f"moto-{name}.log"
    with Emulator(log, functions=WORK / "functions") as emulator:
        stack = Stack(emulator, jar)
        change(stack)
        try:
            stack.put(RECORDS)
        except Wrong:
            _, objects = landed(emulator.client("s3"), stack.outputs["DataBucketName"])
        else:
            raise Wrong(f"records are taken with {name}")
    if objects or reason not in log.read_text(encoding="utf-8"):
        raise Wrong(f"with {name} there are {objects} objects, and “{reason}” is not said in {log}")
    say(f"{name} take no record")


def without_rights(stack):
    role = stack.emulator.client("lambda").get_function(FunctionName=stack.outputs["TransformFunctionName"])["Configuration"]["Role"]
    name, iam = role.rpartition("/")[2], stack.emulator.client("iam")
    for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
        iam.delete_role_policy(RoleName=name, PolicyName=policy)


def main():
    whole = JAR.read_bytes()
    delivered()
    refused("functions of half a jar", " failed:", whole[:len(whole) // 2])
    refused("functions without rights", " may not ", whole, without_rights)
    say("done")


if __name__ == "__main__":
    try:
        main()
    except Wrong as e:
        sys.exit(f"stack: WRONG: {e}")
