#!/usr/bin/env python3
"""What a user waits for, beside what else does the same: waits.py [OPTION…] [SECTION…], in the folder WAITS_WORK.

build/waits/run has the rest. Without that folder only the options are looked at.
"""
import argparse
import os
import sys
import tempfile

from figures_table import Wrong, print_table
from sections import ALL, Needs

LEFT_OUT = 77


def size(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def arguments():
    asked = argparse.ArgumentParser(prog="build/waits/run", description="What a user waits for, beside what else does the same.")
    asked.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(ALL)} (default: all of them)")
    asked.add_argument("--markdown", action="store_true", help="print the table as benchmarks/RESULTS.md has it")
    asked.add_argument("--rounds", type=size, default=3, metavar="N", help="turns of each contestant (default: 3)")
    asked.add_argument("--records", type=size, default=1_000_000, metavar="N", help="of jq and verify (default: 1,000,000)")
    asked.add_argument("--megabytes", type=size, default=1_000, metavar="N", help="of objects (default: 1,000)")
    asked.add_argument("--memory-megabytes", type=size, default=10_000, metavar="N", help="of memory (default: 10,000)")
    asked.add_argument("--days", type=size, default=365, metavar="N", help="of year (default: 365)")
    asked.add_argument("--hourly", type=size, default=40, metavar="N", help="records of each object of year (default: 40)")
    options = asked.parse_args()
    for each in options.sections:
        if each not in ALL:
            asked.error(f"there is no section '{each}'; there is {', '.join(ALL)}")
    return options


def main():
    options = arguments()
    if "WAITS_WORK" not in os.environ:
        return
    needs = Needs(*(os.environ.get(name) or None for name in ("WAITS_SLUICE", "WAITS_JQ", "WAITS_GOJQ", "WAITS_DUCKDB")))
    rows = []
    print(f"waits: the load of the machine is {os.getloadavg()[0]:.1f}", file=sys.stderr)
    try:
        for name in options.sections or ALL:
            with tempfile.TemporaryDirectory(dir=os.environ["WAITS_WORK"]) as folder:
                os.chdir(folder)
                rows += ALL[name](needs, options)
                os.chdir("/")
    except Wrong as wrong:
        os.chdir("/")
        sys.exit(f"waits: wrong output: {wrong}")
    print_table(rows, options.markdown)
    if needs.left_out:
        sys.exit(LEFT_OUT)


if __name__ == "__main__":
    main()
