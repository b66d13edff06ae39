"""Partition keys in Python, the way Amazon's developer guide shows it to Firehose's users: one dictionary per record."""
import base64
import datetime
import json


def lambda_handler(event, context):
    answers = []
    for record in event["records"]:
        click = json.loads(base64.b64decode(record["data"]))
        time = datetime.datetime.fromtimestamp(click["event_timestamp"])
        keys = {
            "customer_id": click["customer_id"],
            "device": click["type"]["device"],
            "year": time.strftime("%Y"),
            "month": time.strftime("%m"),
            "day": time.strftime("%d"),
            "hour": time.strftime("%H"),
        }
        answers.append({
            "recordId": record["recordId"],
            "result": "Ok",
            "data": record["data"],
            "metadata": {"partitionKeys": keys},
        })
    return {"records": answers}
