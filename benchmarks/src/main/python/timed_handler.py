"""Runs the sample handler on one event as Lambda's Python runtime does: JSON bytes in, JSON bytes out.

Arguments: the file of the event, the file for the response. Commands on standard input, one a line: a number runs the
handler that often and answers the nanoseconds of processor time; `answer` writes the response to its file and answers `written`.
"""
import json
import sys
import time

from sample_handler import lambda_handler


def respond(event):
    return json.dumps(lambda_handler(json.loads(event), None), ensure_ascii=False).encode("utf-8")


def main(event_file, response_file):
    with open(event_file, "rb") as file:
        event = file.read()
    for line in sys.stdin:
        command = line.strip()
        if command == "answer":
            with open(response_file, "wb") as file:
                file.write(respond(event))
            print("written", flush=True)
        else:
            start = time.process_time_ns()
            for _ in range(int(command)):
                respond(event)
            print(time.process_time_ns() - start, flush=True)


main(*sys.argv[1:])
