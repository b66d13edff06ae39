#!/usr/bin/env python3
"""Sluice beside DuckDB's COPY … PARTITION_BY for the same records: beside.py SLUICE CHECKOUT FOLDER [--page] [--records N] [--rounds N].

The records are made here, by rule. A round is each command once, in a process of its own; what is told are the medians of all rounds and
their ratios. What landed is counted by DuckDB. build/duckdb/run has the rest.
"""
import argparse
import glob
import gzip
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import time

import duckdb

from orders import KINDS, order

INIT_MAX = 0.3
BEGIN, END = "<!-- made by build/duckdb/run -->", "<!-- end of what is made -->"
ROWS = """SELECT *, CAST("at" AS DATE) AS date FROM 'orders.ndjson'"""
COPY = f"COPY ({ROWS}) TO '{{}}' (FORMAT json, COMPRESSION gzip, PARTITION_BY (kind, date))"
COPY_PARQUET = f"COPY ({ROWS}) TO '{{}}' (FORMAT parquet, PARTITION_BY (kind, date))"
# What is typed, line by line.
TYPED = {
    "init": ["sluice init --input orders.ndjson --out orders.json"],
    "run": ["sluice run --config orders.json --input orders.ndjson --out landed"],
    "verify": ["sluice verify --config orders.json --input orders.ndjson --out landed"],
    "COPY": [COPY.format("copied")],
    "init, Parquet": ["sluice init --input orders.ndjson --parquet --out columns.json"],
    "run, Parquet": ["sluice run --config columns.json --input orders.ndjson --out columns"],
    "COPY, Parquet": [COPY_PARQUET.format("copied-columns")],
}
OUTPUTS = ["orders.json", "landed", "copied", "columns.json", "columns", "copied-columns"]


def check(condition, what):
    if not condition:
        sys.exit(f"duckdb: {what}")


def command(sluice, line):
    if line.startswith("COPY"):
        return [sys.executable, "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])", line]
    return [sluice, *shlex.split(line)[1:]]


def call(sluice, line, status=0):
    """The seconds by the clock and of the processor, and what was printed."""
    began = time.monotonic()
    process = subprocess.Popen(command(sluice, line), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = process.stdout.read()
    _, ended, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    seconds = time.monotonic() - began
    check(status is None or process.returncode == status, f"'{line}' ended with {process.returncode}:\n{said[-3000:]}")
    return seconds, used.ru_utime + used.ru_stime, said


def remove(names):
    for name in names:
        if os.path.isdir(name):
            shutil.rmtree(name)
        elif os.path.exists(name):
            os.remove(name)


def counted(pattern, reader="read_json"):
    """Records by kind in the objects of a pattern."""
    rows = duckdb.execute(f"SELECT kind, count(*) FROM {reader}('{pattern}', hive_partitioning = true) GROUP BY kind").fetchall()
    return dict(rows)


def measured(sluice, rounds, records):
    """Of each command its seconds in every round; the first round, in which caches are made, is not told."""
    times = {name: [] for name in TYPED}
    wanted = {kind: len(range(number, records, 4)) for number, kind in enumerate(KINDS)}
    for number in range(rounds + 1):
        remove(OUTPUTS)
        for name, lines in TYPED.items():
            seconds, processor, said = call(sluice, *lines)
            if number:
                times[name].append((seconds, processor))
            print(f"round {number}, {name:14} {seconds:7.2f} s, {processor:7.2f} s of the processor", flush=True)
            check(name != "verify" or "every record is there once" in said, f"verify says {said}")
        for pattern, reader in (("landed/orders/*/*/*.gz", "read_json"), ("copied/*/*/*", "read_json"),
                                ("columns/orders/*/*/*.parquet", "read_parquet"), ("copied-columns/*/*/*", "read_parquet")):
            found = counted(pattern, reader)
            check(found == wanted, f"{pattern} has {found}, and the records are {wanted}")
    return times


def table(times):
    """The rows of the page, each beside COPY."""
    medians = {name: tuple(statistics.median(each[part] for each in all_of) for part in (0, 1)) for name, all_of in times.items()}
    ways = [("`init`, `run`", ["init", "run"], "COPY"), ("`init`, `run`, `verify`", ["init", "run", "verify"], "COPY"),
            ("DuckDB's `COPY`", ["COPY"], "COPY"), ("`init --parquet`, `run`", ["init, Parquet", "run, Parquet"], "COPY, Parquet"),
            ("DuckDB's `COPY`, Parquet", ["COPY, Parquet"], "COPY, Parquet")]
    rows = ["| | lines typed | seconds | beside `COPY` | of the processor | beside `COPY` |", "|---|---|---|---|---|---|"]
    for title, names, beside in ways:
        seconds, processor = (sum(medians[name][part] for name in names) for part in (0, 1))
        rows.append(f"| {title} | {sum(len(TYPED[name]) for name in names)} | {seconds:.1f} | {seconds / medians[beside][0]:.1f} × "
                    f"| {processor:.1f} | {processor / medians[beside][1]:.1f} × |")
    return rows, medians


def killed(sluice, line, pattern):
    """A command that is killed as soon as it has written a file of `pattern`; whether it was."""
    process = subprocess.Popen(command(sluice, line), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    while process.poll() is None and not any(os.path.getsize(each) for each in glob.glob(pattern, recursive=True)):
        time.sleep(0.005)
    alive = process.poll() is None
    if alive:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return alive


def tried(sluice):
    """What either does after a kill, with a line that is no JSON, and with the bytes of a record: what the page says in words."""
    remove(OUTPUTS)
    call(sluice, TYPED["init"][0])
    check(killed(sluice, TYPED["run"][0], "landed/orders/**/*.gz"), "run was over before it could be killed")
    call(sluice, TYPED["run"][0] + " --resume")
    _, _, said = call(sluice, TYPED["verify"][0])
    check("every record is there once" in said, said)
    check(killed(sluice, TYPED["COPY"][0], "copied/**/*.json*"), "COPY was over before it could be killed")
    _, _, said = call(sluice, TYPED["COPY"][0], 1)
    check("not empty" in said, f"COPY says {said}")
    remove(["landed", "copied"])

    os.rename("orders.ndjson", "all.ndjson")
    with open("orders.ndjson", "w", encoding="utf-8") as file:
        file.write('{"id": 1, "kind": "view", "at": "2026-01-01T00:00:00Z", "price": 1.50}\nno JSON\n'
                   '{"id": 2, "kind": "cart", "at": "2026-01-01T00:00:00Z", "price": 2.50}\n' * 10)
    _, _, said = call(sluice, TYPED["run"][0])
    check("30 in = 20 delivered + 10 rejected + 0 dropped" in said, said)
    lines = b"".join(gzip.open(each).read() for each in glob.glob("landed/orders/kind=*/**/*.gz", recursive=True)).splitlines()
    check(len(lines) == 20 and all(b'"price": 1.50' in line or b'"price": 2.50' in line for line in lines), f"run delivers {lines}")
    _, _, said = call(sluice, TYPED["COPY"][0], 1)
    check("JSON" in said, f"COPY says {said}")
    with open("orders.ndjson", encoding="utf-8") as file:
        good = [line for line in file if line != "no JSON\n"]
    with open("orders.ndjson", "w", encoding="utf-8") as file:
        file.writelines(good)
    remove(["copied"])
    call(sluice, TYPED["COPY"][0])
    lines = b"".join(gzip.open(each).read() for each in glob.glob("copied/**/*.json*", recursive=True)).splitlines()
    check(len(lines) == 20 and not any(b"1.50" in line or b"kind" in line for line in lines), f"COPY delivers {lines}")
    os.replace("all.ndjson", "orders.ndjson")


def version(sluice):
    return subprocess.run([sluice, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]


def main():
    asked = argparse.ArgumentParser()
    for name in ("sluice", "checkout", "folder"):
        asked.add_argument(name)
    asked.add_argument("--page", action="store_true")
    asked.add_argument("--records", type=int, default=1_000_000)
    asked.add_argument("--rounds", type=int, default=5)
    asked = asked.parse_args()
    page = os.path.abspath(os.path.join(asked.checkout, "docs/reference/duckdb.md"))
    sluice = os.path.abspath(asked.sluice)
    os.makedirs(asked.folder, exist_ok=True)
    os.chdir(asked.folder)
    with open("orders.ndjson", "w", encoding="utf-8") as file:
        file.writelines(map(order, range(asked.records)))
    size = os.path.getsize("orders.ndjson") / 1e6
    before = os.getloadavg()[0]
    times = measured(sluice, asked.rounds, asked.records)
    rows, medians = table(times)
    tried(sluice)
    ratio = medians["init"][0] / medians["run"][0]
    of_processor = medians["init"][1] / medians["run"][1]
    told = [f"{asked.records:,} records, {size:,.0f} MB of JSON lines; medians of {asked.rounds} rounds on {os.cpu_count()} processors, the load of the "
            f"machine {before:.1f} before; Sluice {version(sluice)}, DuckDB {duckdb.__version__}.", "", *rows, "",
            f"`init` by itself takes {medians['init'][0]:.1f} s, {ratio:.2f} of `run`'s time ({of_processor:.2f} of the processor's)."]
    print("\n".join(told))
    if asked.page:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        check(text.count(BEGIN) == 1 and text.count(END) == 1, f"{page} has no place for the table")
        made = f"{BEGIN}\n\n" + "\n".join(told) + f"\n\n{END}"
        with open(page, "w", encoding="utf-8") as file:
            file.write(re.sub(re.escape(BEGIN) + ".*" + re.escape(END), lambda _: made, text, flags=re.DOTALL))
    check(ratio <= INIT_MAX, f"init takes {ratio:.2f} of run's time, and {INIT_MAX} is the most")


if __name__ == "__main__":
    main()
