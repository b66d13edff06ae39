"""The records that clients put: number `n` of a client is the same for whoever makes it (put.mjs has the same rules)."""
import json

PARTITIONS = 50
BROKEN_EACH = 1009  # one in so many names no partition, and is an error record


def partition(n):
    """The partition of a client's record; None of a record that names none."""
    return None if n % BROKEN_EACH == 7 else f"p{n * 7 % PARTITIONS:02d}"


def line(client, n):
    record = {"client": client, "n": n, "pad": "x" * (n % 300)}
    if partition(n):
        record["k"] = partition(n)
    return json.dumps(record)
