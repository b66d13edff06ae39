"""Functions of moto's Lambda in processes of this machine, in place of Docker's containers: the deployed code, handler
and variables, on the java that SLUICE_JAVA names, with jars in the folder of SLUICE_JARS. Each has the rights of its
role (rights.py). moto's Firehose hands its records over; moto's Kinesis does already. A URL of a function answers (function_urls.py).
"""

import base64
import hashlib
import json
import os
import pathlib
import subprocess
import threading
import time
import uuid

import rights
from moto.awslambda.models import LambdaFunction, lambda_backends
from moto.firehose.models import FirehoseBackend

JAVA = os.environ["SLUICE_JAVA"]
INVOKE = pathlib.Path(__file__).with_name("Invoke.java")
JARS = pathlib.Path(os.environ["SLUICE_JARS"])
# What reads a source for a function, by the function's own role.
POLLED = {"aws:kinesis": "kinesis:GetRecords", "aws:sqs": "sqs:ReceiveMessage", "aws:dynamodb": "dynamodb:GetRecords"}
put_into_s3 = FirehoseBackend.put_record_batch
one_compiler = threading.Lock()


def invoker(code):
    """The folder of what calls a handler, compiled once."""
    classes = JARS / "invoke"
    made = classes / "Invoke.class"
    with one_compiler:
        if not made.exists() or made.stat().st_mtime < INVOKE.stat().st_mtime:
            done = subprocess.run([pathlib.Path(JAVA).with_name("javac"), "-cp", code, "-d", classes, INVOKE],
                                  capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"nothing can be called in {code}:\n{done.stderr}")
    return classes


def jar(function):
    path = JARS / (hashlib.sha256(function.code_bytes).hexdigest()[:16] + ".jar")
    if not path.exists():
        JARS.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{uuid.uuid4()}")
        part.write_bytes(function.code_bytes)
        part.rename(path)
    return path


def reserved_concurrency(function):
    """How many executions at once are reserved; None: whatever the account has."""
    return lambda_backends[function.account_id][function.region].get_function(function.function_name).reserved_concurrency


class Environment:
    """A process that answers a function's events, one after the other. Its log goes to `log`."""

    def __init__(self, function, log=None):
        self._name = function.function_name
        code = jar(function)
        variables = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ} | function.environment_vars | {
            "AWS_REGION": function.region, "AWS_ACCESS_KEY_ID": role(function.role), "AWS_SECRET_ACCESS_KEY": "emulator",
            "AWS_LAMBDA_FUNCTION_NAME": function.function_name, "SLUICE_S3_ENDPOINT": ENDPOINT,
            "SLUICE_DYNAMODB_ENDPOINT": ENDPOINT, "SLUICE_SECRETSMANAGER_ENDPOINT": ENDPOINT}
        self.process = subprocess.Popen(
            [JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{code}{os.pathsep}{invoker(code)}", "Invoke",
             function.handler, function.function_arn],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=variables)

    def answer(self, event):
        """Of one event, after which the next may come."""
        try:
            self.process.stdin.write(json.dumps(event).encode() + b"\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (OSError, ValueError) as e:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"an environment of {self._name} ends without an answer") from e


def invoke(function, event=None):
    """The answer, whether it is an error, and the log."""
    if reserved_concurrency(function) == 0:
        return json.dumps({"errorType": "TooManyRequestsException", "errorMessage": "Rate Exceeded"}), True, ""
    for source, arn in {(each.get("eventSource"), each.get("eventSourceARN")) for each in (event or {}).get("Records", [])}:
        if source in POLLED:
            rights.require(role(function.role), POLLED[source], arn)
    process = Environment(function, log=subprocess.PIPE).process
    answer, said = process.communicate(json.dumps(event or {}).encode())
    answer, log = answer.strip(), said.decode(errors="replace")
    try:
        json.loads(answer or "null")
    except ValueError as e:
        raise RuntimeError(f"{function.function_name} answers {answer[:500]}") from e
    if process.returncode:
        print(f"{function.function_name} failed:\n{log}", flush=True)
        return json.dumps({"errorType": "RuntimeException", "errorMessage": log[-2000:]}), True, log
    return answer.decode(), False, log


def role(arn):
    return arn.rpartition("/")[2]


def put_record_batch(self, delivery_stream_name, records):
    """Hands a batch to the function of the stream's processor. What it drops is not delivered."""
    stream = self.delivery_streams[delivery_stream_name]
    arn, caller = processor(stream)
    rights.require(caller, "lambda:InvokeFunction", arn)
    function = lambda_backends[self.account_id][self.region_name]._lambdas.get_function_by_name_or_arn_with_qualifier(
        arn, qualifier=None)
    ids = [f"{uuid.uuid4()}" for _ in records]
    answer, failed, _ = invoke(function, {
        "invocationId": str(uuid.uuid4()), "deliveryStreamArn": stream.delivery_stream_arn, "region": self.region_name,
        "records": [{"recordId": record_id, "approximateArrivalTimestamp": int(time.time() * 1000),
                     "data": base64.b64encode(record["Data"]).decode()}
                    for record_id, record in zip(ids, records, strict=True)]})
    if failed:
        raise RuntimeError(f"the function of {delivery_stream_name} fails: {answer}")
    results = {each["recordId"]: each["result"] for each in json.loads(answer)["records"]}
    taken = [record for record_id, record in zip(ids, records, strict=True) if results[record_id] != "Dropped"]
    if taken:
        put_into_s3(self, delivery_stream_name, taken)
    return {"FailedPutCount": 0, "Encrypted": False, "RequestResponses": [{"RecordId": each} for each in ids]}


def processor(stream):
    """The function's ARN, and the role that Firehose invokes it by."""
    for destination in stream.destinations:
        for each in destination["ExtendedS3"]["ProcessingConfiguration"]["Processors"]:
            told = {parameter["ParameterName"]: parameter["ParameterValue"] for parameter in each.get("Parameters", [])}
            if "LambdaArn" in told:
                return told["LambdaArn"], role(told.get("RoleArn", destination["ExtendedS3"]["RoleARN"]))
    raise RuntimeError(f"{stream.delivery_stream_name} has no function")


def install(port):
    global ENDPOINT
    ENDPOINT = f"http://127.0.0.1:{port}"
    import function_urls  # noqa: F401 moto finds the type, which needs this module

    LambdaFunction._invoke_lambda = invoke
    FirehoseBackend.put_record_batch = put_record_batch
    rights.install()
