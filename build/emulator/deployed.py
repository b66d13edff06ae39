"""Prints the deployed functions by logical id: code, handler and environment variables, asked of the emulator."""

import json
import pathlib
import sys

import boto3

assembly = pathlib.Path(sys.argv[1]).resolve()
cloudformation = boto3.client("cloudformation")
functions = boto3.client("lambda")

deployed = {}
for stack in cloudformation.describe_stacks()["Stacks"]:
    for resource in cloudformation.list_stack_resources(StackName=stack["StackName"])["StackResourceSummaries"]:
        if resource["ResourceType"] != "AWS::Lambda::Function":
            continue
        configuration = functions.get_function(FunctionName=resource["PhysicalResourceId"])["Configuration"]
        deployed[resource["LogicalResourceId"]] = {
            "handler": configuration["Handler"],
            "variables": configuration["Environment"]["Variables"],
            "jar": str(next(assembly.glob("asset.*.jar"))),
        }
print(json.dumps(deployed, indent=2))
