"""A stream that takes Firehose's calls itself, at a function's URL, deployed by the CDK command line to an emulator of its own that runs
the function: calls.py FOLDER. boto3's client of Firehose puts a week of earthquakes, as docs/how-to/direct.md tells producers; calls
come at once, answers are lost, keys are wrong, new, and of other streams. Python counts what was acknowledged: each record once, and
nothing that was refused.

Real: the CDK command line, the template and assets, the function's code, handler and variables as deployed, what it may (rights.py),
signatures, retries, the secret's rotation in an environment that goes on. Not real: Secrets Manager, Lambda and all else of AWS are
moto's or function_urls.py's; there is no TLS, SnapStart or arm64; no schedule runs, the flusher is invoked.
"""

import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectionClosedError
from botocore.httpsession import URLLib3Session
from emulator import Emulator
from records import BATCH_MAX, Delivery, Records, Wrong

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUAKES = ROOT / "events" / "quakes"
WORK = pathlib.Path(sys.argv[1]).resolve()
STREAM = "quakes-calls"
PIPELINE = f"SluicePipeline-{STREAM}"
# Of all, and of this stream alone.
KEYS = {"PRODUCER1": "first", "PRODUCER2": f"second {STREAM}"}
SECRETS = [("PRODUCER1", "first"), ("PRODUCER2", "second")]
NEW = ("PRODUCER3", "third")
CONCURRENCY_MAX = 2
# After which a new key is known (docs/how-to/direct.md).
KNOWN_AFTER = 10
SINGLE = 4
# Of those that no call which is refused may leave behind.
REFUSED = 20
UNTRIED = Config(retries={"total_max_attempts": 1}, read_timeout=300)
# More often than a client by itself, since a JVM starts meanwhile. Its mode `standard` would take Lambda's 429 for the end.
PATIENT = Config(retries={"mode": "legacy", "total_max_attempts": 10}, read_timeout=300)


def say(text):
    print(f"emulator/calls: {text}", flush=True)


def cdk(emulator, name, *arguments):
    log = WORK / f"{name}-calls.log"
    with log.open("w", encoding="utf-8") as to:
        done = subprocess.run(["npx", "--no-install", "cdk", *arguments], cwd=ROOT, stdout=to, stderr=to, check=False,
                              env=emulator.environment() | {"NODE_NO_WARNINGS": "1"})
    if done.returncode:
        raise Wrong(f"cdk {name} ended with {done.returncode} (see {log}):\n{log.read_text(encoding='utf-8')[-2000:]}")


class Deployed:
    """The stream, deployed with a secret of callers."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.secrets = emulator.client("secretsmanager")
        self.secret = self.secrets.create_secret(Name="callers", SecretString=json.dumps(KEYS))["ARN"]
        request = json.loads((QUAKES / "stream.json").read_text(encoding="utf-8"))
        request["DeliveryStreamName"] = STREAM
        request["Sluice"]["Source"] = {"Type": "direct", "SecretARN": self.secret, "MaximumConcurrency": CONCURRENCY_MAX}
        configuration = WORK / "calls.json"
        configuration.write_text(json.dumps(request), encoding="utf-8")
        cdk(emulator, "bootstrap", "bootstrap", "--app", "", "aws://123456789012/us-east-1")
        cdk(emulator, "deploy", "deploy", "--all", "--method", "direct", "--require-approval", "never",
            "--output", str(WORK / "cdk-calls.out"), "-c", f"config={configuration}",
            "-c", "@aws-cdk/core:defaultCrossStackReferences=strong")
        self.formation = emulator.client("cloudformation")
        outputs = {each["OutputKey"]: each["OutputValue"] for stack in self.formation.describe_stacks()["Stacks"]
                   for each in stack.get("Outputs", [])}
        self.url, = (value for key, value in outputs.items() if key.startswith("StreamCallsUrl"))
        self.function = outputs["TransformFunctionName"]
        self.delivery = Delivery(emulator, outputs["DataBucketName"], f"{outputs['FlushFunctionName']}:live")

    def client(self, key, secret, config=UNTRIED):
        return boto3.session.Session().client("firehose", endpoint_url=self.url, region_name="us-east-1", aws_access_key_id=key,
                                              aws_secret_access_key=secret, config=config)

    def environments(self):
        """How many have been started for the URL."""
        return pathlib.Path(self.emulator.log).read_text(encoding="utf-8", errors="replace").count(f"{self.url} starts an environment")


def put(client, lines, stream=STREAM):
    """One call, acknowledged: the records' ids."""
    if len(lines) == 1:
        return [client.put_record(DeliveryStreamName=stream, Record={"Data": lines[0]})["RecordId"]]
    answer = client.put_record_batch(DeliveryStreamName=stream, Records=[{"Data": line} for line in lines])
    if answer["FailedPutCount"]:
        raise Wrong(f"{answer['FailedPutCount']} records of a call are refused, and a call is staged whole")
    return [each["RecordId"] for each in answer["RequestResponses"]]


def refused(code, client, lines, stream=STREAM):
    try:
        put(client, lines, stream)
    except ClientError as e:
        if e.response["Error"]["Code"] != code:
            raise Wrong(f"a call to {stream} is refused by {e.response['Error']}, and not by {code}") from e
    else:
        raise Wrong(f"a call to {stream} is taken, and was to be refused by {code}")


class LostAnswers:
    """A client's answers, of which the first are lost on their way to it, so that it tries again by itself."""

    def __init__(self, client, count):
        self.left, self.answers = count, []
        self._http = URLLib3Session()
        client.meta.events.register("before-send.firehose", self.send)

    def send(self, request, **_):
        answer = self._http.send(request)
        self.answers.append(answer)
        if self.left:
            self.left -= 1
            raise ConnectionClosedError(endpoint_url=request.url)
        return answer


def at_once(deployed, calls):
    """More callers than may be served: who finds no room comes again."""
    clients = [deployed.client(*key, PATIENT) for key, _ in zip(itertools.cycle(SECRETS), calls)]
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as callers:
        list(callers.map(put, clients, calls))


def lost(deployed, lines):
    """Both answers of a call are lost, and the third attempt tells the ids that the first one gave."""
    client = deployed.client(*SECRETS[1], PATIENT)
    losing = LostAnswers(client, 2)
    ids = put(client, lines)
    told = [json.loads(each.content) for each in losing.answers]
    if len(told) != 3 or any([each["RecordId"] for each in answer.get("RequestResponses", [answer])] != ids for answer in told):
        raise Wrong(f"a call whose answers were lost was answered {len(told)} times, not three times the same")


def no_room(deployed, lines):
    functions = deployed.emulator.client("lambda")
    functions.put_function_concurrency(FunctionName=deployed.function, ReservedConcurrentExecutions=0)
    try:
        put(deployed.client(*SECRETS[0]), lines)
    except ClientError as e:
        if e.response["ResponseMetadata"]["HTTPStatusCode"] != 429:
            raise Wrong(f"a call that finds no room is answered by {e.response}") from e
    else:
        raise Wrong("a call is taken where no execution is left")
    functions.put_function_concurrency(FunctionName=deployed.function, ReservedConcurrentExecutions=CONCURRENCY_MAX)


def whom_it_lets_in(deployed, lines):
    refused("UnrecognizedClientException", deployed.client("NOBODY", "first"), lines)
    refused("UnrecognizedClientException", deployed.client(*NEW), lines)
    refused("InvalidSignatureException", deployed.client("PRODUCER1", "second"), lines)
    refused("ResourceNotFoundException", deployed.client(*SECRETS[0]), lines, "quakes-other")
    refused("AccessDeniedException", deployed.client(*SECRETS[1]), lines, "quakes-other")


def what_it_reads(deployed):
    """Its own secret, and no other one."""
    other = deployed.secrets.create_secret(Name="others", SecretString="{}")["ARN"]
    role = deployed.emulator.client("lambda").get_function(FunctionName=deployed.function)["Configuration"]["Role"].rpartition("/")[2]
    secrets = deployed.emulator.client("secretsmanager", key=role)
    secrets.get_secret_value(SecretId=deployed.secret)
    for ask in (lambda: secrets.get_secret_value(SecretId=other),
                lambda: secrets.put_secret_value(SecretId=deployed.secret, SecretString="{}")):
        try:
            ask()
        except ClientError as e:
            if e.response["Error"]["Code"] != "AccessDeniedException":
                raise
        else:
            raise Wrong(f"{role} may do more with secrets than read {deployed.secret}")


def new_key(deployed, calls):
    """It may call in each environment, of which none is new."""
    before = deployed.environments()
    deployed.secrets.put_secret_value(SecretId=deployed.secret, SecretString=json.dumps(KEYS | dict([NEW])))
    time.sleep(KNOWN_AFTER)
    client = deployed.client(*NEW)
    for lines in calls:
        put(client, lines)
    if before != CONCURRENCY_MAX or deployed.environments() != before:
        raise Wrong(f"{before} environments were there, and {deployed.environments()} after the new key's calls")


def gone(deployed):
    """The URL goes with the stack."""
    deployed.formation.delete_stack(StackName=PIPELINE)
    try:
        urllib.request.urlopen(deployed.url).close()
    except urllib.error.HTTPError:
        pass
    except OSError:
        return
    raise Wrong(f"{deployed.url} answers without its stack")


def main():
    lines = (QUAKES / "earthquakes.ndjson").read_bytes().splitlines()
    lines, never = lines[:-REFUSED], lines[-REFUSED:]
    records, left = Records(lines), iter(lines)

    def some(count):
        return list(itertools.islice(left, count))

    with Emulator(WORK / "moto-calls.log", functions=WORK / "functions") as emulator:
        deployed = Deployed(emulator)
        say(f"{PIPELINE} is deployed, with a URL")
        at_once(deployed, [some(250) for _ in range(2 * CONCURRENCY_MAX)])
        for _ in range(SINGLE):
            put(deployed.client(*SECRETS[0]), some(1))
        say(f"{2 * CONCURRENCY_MAX} callers at once are served by {CONCURRENCY_MAX} environments, and others after them")
        lost(deployed, some(BATCH_MAX))
        lost(deployed, some(1))
        say("what boto3 tries again after lost answers is told the same ids")
        no_room(deployed, never)
        whom_it_lets_in(deployed, never)
        what_it_reads(deployed)
        say("calls without room, a known key or a right are refused, and the function reads its own secret alone")
        new_key(deployed, [some(1), list(left)])
        say(f"a key that is new in the secret calls {KNOWN_AFTER} seconds later, without a deployment or a new environment")
        objects = deployed.delivery.require(records)
        gone(deployed)
        if deployed.delivery.count(records) != objects:
            raise Wrong("objects went with the stack")
        say(f"{len(lines):,} acknowledged records, each once and at its key, in {objects} objects; {REFUSED} refused ones nowhere")


if __name__ == "__main__":
    try:
        main()
    except Wrong as e:
        sys.exit(f"emulator/calls: WRONG: {e}")
    except (BotoCoreError, ClientError) as e:
        sys.exit(f"emulator/calls: WRONG: {e}; {WORK / 'moto-calls.log'} says why")
