#!/usr/bin/env python3
"""Orders as JSON lines, made by rule: the same number gives the same record. orders.py N writes the first N to standard output."""
import sys

KINDS = ["view", "click", "cart", "order"]
# Of a record, on average.
BYTES = 158


def order(number, at=None):
    """A record with its line end. Where no time is given, numbers take turns in the hours of five days."""
    at = at or f"2026-01-{1 + number % 5:02}T{number % 24:02}:{number % 60:02}:00Z"
    return (f'{{"id": {number}, "customer": "c{number * 7919 % 200_003:06}", "kind": "{KINDS[number % 4]}", '
            f'"at": "{at}", "price": {number % 9_700 / 100:.2f}, '
            f'"quantity": {1 + number % 97}, "note": "left at the door of number {number % 1_013}"}}\n')


if __name__ == "__main__":
    sys.stdout.writelines(map(order, range(int(sys.argv[1]))))
