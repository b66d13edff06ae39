"""Records through streams that Terraform made: what it made of functions, rights, aliases and sources takes the records of a source,
delivers each once, and leaves them where they are when all of it is destroyed."""
import json

import destroy
from emulator import Emulator
from records import Delivery, Records
from stream import ROOT, WORK, Stream, outputs, release, require, say, sluice

QUAKES = ROOT / "events" / "quakes"
UPLOADS = "quakes-uploads"
# moto invokes a function for each record of a Kinesis stream.
FEW = 8


def through_firehose(delivery, told, records):
    delivery.through_firehose(told["delivery_stream"]["name"], records)


def through_kinesis(delivery, told, records):
    delivery.through_kinesis(told["source_stream"]["name"], records)


def through_uploads(delivery, _, records):
    delivery.through_uploads(UPLOADS, "in/quakes.ndjson", records)


KINDS = {
    "firehose": ({}, None, through_firehose),
    "kinesis": ({"Type": "kinesis"}, FEW, through_kinesis),
    "uploads": ({"Type": "s3", "Bucket": UPLOADS, "Prefix": "in/"}, None, through_uploads),
}


def delivers(kind, folder):
    """Applies, puts, counts, destroys, and counts again."""
    source, count, put = KINDS[kind]
    request = json.loads((QUAKES / "stream.json").read_text(encoding="utf-8"))
    request["DeliveryStreamName"] = f"quakes-{kind}"
    request["Sluice"] |= {"Source": source} if source else {}
    configuration = folder / "stream.json"
    configuration.write_text(json.dumps(request), encoding="utf-8")
    records = Records((QUAKES / "earthquakes.ndjson").read_bytes().splitlines()[:count])
    with Emulator(WORK / f"moto-{kind}.log", functions=WORK / "functions") as emulator:
        s3 = emulator.client("s3")
        s3.create_bucket(Bucket=UPLOADS)
        s3.put_bucket_notification_configuration(Bucket=UPLOADS, NotificationConfiguration={"EventBridgeConfiguration": {}})
        environment = emulator.environment()
        stream = Stream(folder, configuration, sluice(configuration), code={"functions": str(release().functions)})
        require(stream.terraform("apply", "-no-color", "-auto-approve", environment=environment), f"apply of {kind}")
        told = outputs(stream.state(environment))
        delivery = Delivery(emulator, told["data_bucket"], told["functions"]["flush"]["live"])
        put(delivery, told, records)
        objects = delivery.require(records)
        kept = destroy.keeps(kind, stream, told, emulator)
        if delivery.count(records) != objects:
            raise SystemExit(f"terraform: objects of {kind} went with the destroy")
    say(f"through {kind}: {len(records.lines):,} records, each once and at its key, in {objects} objects; the destroy kept {kept} things"
        " and says so")
