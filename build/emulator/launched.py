"""Launches templates of `./sluice template` on the emulator, each as a stack of its own, and takes them down again."""

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
for artifact in ("sluice-functions", "sluice-parquet"):
    s3.put_object(Bucket="code", Key=f"sluice/{artifact}-1.0.0-lambda.jar", Body=jar.getvalue())

wrong = []
for number, name in enumerate(USUAL):
    text = (templates / name / "Stream.template.json").read_text()
    wanted = json.loads(text)["Resources"]
    s3.put_object(Bucket="code", Key=name, Body=text)
    stack = f"stream-{number}"
    try:
        cloudformation.create_stack(
            StackName=stack,
            TemplateURL=f"https://code.s3.amazonaws.com/{name}",
            Parameters=[{"ParameterKey": "CodeBucket", "ParameterValue": "code"}],
            Capabilities=["CAPABILITY_NAMED_IAM"],
        )
    except Exception as failure:  # each is told, and all are tried
        wrong.append(f"{name}: {failure}")
        continue
    status = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]
    made = {
        each["LogicalResourceId"]: each.get("PhysicalResourceId")
        for page in cloudformation.get_paginator("list_stack_resources").paginate(StackName=stack)
        for each in page["StackResourceSummaries"]
    }
    missing = [each for each in FUNCTIONS & set(wanted) if not made.get(each)]
    if status != "CREATE_COMPLETE" or missing:
        wrong.append(f"{name}: {status}, without {missing}")
        continue
    for each in FUNCTIONS & set(wanted):
        functions.get_alias(FunctionName=made[each], Name="live")
    print(f"emulator/template: {name}: {len(wanted)} resources, all launched")
    cloudformation.delete_stack(StackName=stack)
for each in wrong:
    print(f"emulator/template: WRONG {each}", file=sys.stderr)
sys.exit(1 if wrong else 0)
