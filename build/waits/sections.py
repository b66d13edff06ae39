"""What is measured: each section makes its own data, holds what comes out against them, and gives the rows of its figures."""
import datetime
import filecmp
import gzip
import json
import os
import shlex
import shutil
import sys

import orders
from figures_table import at_least, at_most, check, row
from timed import call, files, first_and_last, require_records, stream, tell

HERE = os.path.dirname(os.path.abspath(orders.__file__))
# The launcher's heap of 1 GB, and half as much for all else.
PEAK = at_most(1_500)
# Keys of the outputs are in the order of the alphabet: gojq sorts them.
QUERIES = {
    "two members": "{customer, kind}",
    "a member and a day": "{date: .at[0:10], kind}",
    "a time by strftime": '{date: (.at | fromdate | strftime("%Y/%m/%d")), kind}',
    "select and multiply": "select(.quantity > 50) | {customer, total: (.quantity * 100)}",
    "a regular expression": '{door: (.note | capture("number (?<n>[0-9]+)$").n), kind}',
}
COPY = """COPY (SELECT *, CAST("at" AS DATE) AS date FROM 'orders.ndjson') TO 'copied'
 (FORMAT json, COMPRESSION gzip, PARTITION_BY (kind, date))"""
# As one does it by hand: a file a partition, by its name.
SHELL = r"""set -euo pipefail; mkdir piped
jq -r '"\(.kind)_\(.at[:10])\t\(tojson)"' orders.ndjson | awk -F'\t' '{ print $2 | ("gzip >piped/" $1 ".json.gz") }'"""
JOIN = r"""set -euo pipefail
for folder in landed/orders/kind=*/date=*; do
  mkdir -p "joined/${folder#landed/orders/}"
  cat "$folder"/*.gz | gzip -dc | gzip >"joined/${folder#landed/orders/}/all.gz"
done"""


class Needs:
    """What takes part: Sluice's command, jq 1.6, gojq, and a Python that has DuckDB; None for what is not here."""

    def __init__(self, sluice, jq, gojq, duckdb):
        self.sluice, self.jq, self.gojq, self.duckdb = os.path.abspath(sluice), jq, gojq, duckdb
        self.left_out = []

    def has(self, what, needed):
        if not needed:
            self.left_out.append(what)
            tell(f"waits: {what} can't be had here, so it is left out")
        return bool(needed)


def write_orders(records, path="orders.ndjson"):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(map(orders.order, range(records)))
    return f"{os.path.getsize(path) / 1e6:,.0f} MB"


def proposed(needs, sample="orders.ndjson"):
    """The stream that init proposes."""
    call([needs.sluice, "init", "--input", sample, "--out", "stream.json"])


def run(needs, *more):
    return [needs.sluice, "run", "--config", "stream.json", "--out", "landed", *more]


def fresh(*names):
    for name in names:
        shutil.rmtree(name, ignore_errors=True)


def require_told(done, records):
    """run's own count of what went in and came out."""
    told = f"{records:,} in = {records:,} delivered + 0 rejected + 0 dropped"
    check(told in done.said, f"run does not say '{told}': {done.said[-2_000:]}")


def jq(needs, options):
    """Keys of small records by the jq of the command line beside other programs: whole processes, their start included."""
    records = options.records
    size = write_orders(records)
    programs = {"jq 1.6": needs.jq, "gojq": needs.gojq}
    others = {name: program for name, program in programs.items() if needs.has(name, program)}
    for name, query in QUERIES.items():
        commands = {"sluice": [needs.sluice, "jq", query, "orders.ndjson"],
                    **{other: [program, "-c", query, "orders.ndjson"] for other, program in others.items()}}
        done = {each: [] for each in commands}
        for number in range(options.rounds):
            for each in list(commands)[number % len(commands):] + list(commands)[:number % len(commands)]:
                done[each].append(call(commands[each], sink=f"{each}.out"))
            for other in others:
                check(filecmp.cmp("sluice.out", f"{other}.out", shallow=False),
                      f"'{query}' of {records:,} records is not what it is by {other}")
        speed = {each: [records / 1e3 / one.seconds for one in rounds] for each, rounds in done.items()}
        processor = {each: [one.processor / records * 1e6 for one in rounds] for each, rounds in done.items()}
        what = f"jq, {name}, {records:,} records of {size}"
        for other in others:
            yield row(what, speed["sluice"], "1,000 records/s", other, speed[other], goal=at_least(3))
        for other in others:
            yield row(f"{what}, processor", processor["sluice"], "µs of processor/record", other, processor[other], faster=True)


def objects(needs, options):
    """From the start of run to its first object, its last, and its end, beside DuckDB and a pipe of programs."""
    records = options.megabytes * 1_000_000 // orders.BYTES
    size = write_orders(records)
    proposed(needs)
    ways = {"run": (run(needs, "--input", "orders.ndjson"), "landed/orders/**/*.gz")}
    if needs.has("DuckDB", needs.duckdb):
        ways["DuckDB COPY"] = ([needs.duckdb, "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])", COPY], "copied/**/*")
    if needs.has("jq 1.6", needs.jq):
        ways["jq, awk, gzip"] = (["bash", "-c", SHELL.replace("jq -r", shlex.quote(needs.jq) + " -r")], "piped/*")
    times = {way: [] for way in ways}
    processor = {way: [] for way in ways}
    for number in range(options.rounds):
        for way, (command, pattern) in ways.items():
            fresh("landed", "copied", "piped")
            tell(f"objects, round {number + 1}: {way}")
            done = call(command)
            times[way].append((*first_and_last(pattern, done), done.seconds))
            processor[way].append(done.processor)
            if way == "run":
                require_told(done, records)
            require_records(pattern, records, way)
    for way in list(ways)[1:]:
        goals = {"last object": at_most(0.8)} if way == "DuckDB COPY" else {}
        for at, what in enumerate(("first object", "last object", "end")):
            yield row(f"run, {size} of NDJSON, {what}", [each[at] for each in times["run"]], "s", way,
                      [each[at] for each in times[way]], goal=goals.get(what))
        yield row(f"run, {size} of NDJSON, processor", processor["run"], "s", way, processor[way])
    if len(ways) == 1:
        for at, what in enumerate(("first object", "last object", "end")):
            yield row(f"run, {size} of NDJSON, {what}", [each[at] for each in times["run"]], "s")


def memory(needs, options):
    """The most memory of run for an input that comes through a pipe, beside a tenth of it: no file of that size is needed."""
    write_orders(min(10_000, options.memory_megabytes * 1_000))
    proposed(needs)
    peaks = []
    for megabytes in (options.memory_megabytes / 10, options.memory_megabytes):
        records = int(megabytes * 1_000_000 / orders.BYTES)
        fresh("landed")
        tell(f"memory: {megabytes:,g} MB")
        done = stream(run(needs, "--input", "-"), [sys.executable, os.path.join(HERE, "orders.py"), str(records)])
        require_told(done, records)
        require_records("landed/orders/**/*.gz", records, "run")
        peaks.append(done.peak)
    tenth = f"{options.memory_megabytes / 10:,g} MB"
    what = f"run, {options.memory_megabytes:,g} MB through a pipe, peak memory"
    yield row(what, peaks[1:], "MB", goal=PEAK)
    yield row(what, peaks[1:], "MB", tenth, peaks[:1])


def write_year(days, each):
    """The objects of so many days as a stream delivers them, one of each hour and kind, with so many records; gives how many of both."""
    start = datetime.datetime(2025, 1, 1)
    made = 0
    for hour in range(days * 24):
        at = start + datetime.timedelta(hours=hour)
        for of, kind in enumerate(orders.KINDS):
            folder = f"landed/orders/kind={kind}/date={at:%Y-%m-%d}"
            os.makedirs(folder, exist_ok=True)
            numbers = (of + len(orders.KINDS) * (hour * each + one) for one in range(each))
            text = "".join(orders.order(number, f"{at:%Y-%m-%dT%H:%M:%S}Z") for number in numbers)
            name = f"orders-1-{at:%Y-%m-%d-%H-%M-%S}-{made >> 16:08x}-{made & 0xffff:04x}-8000-8000-000000000000.gz"
            with open(f"{folder}/{name}", "wb") as file:
                file.write(gzip.compress(text.encode(), 6))
            made += 1
    return made, made * each


def year(needs, options):
    """A year of hourly objects compacted, beside the same by a shell: time, requests and memory."""
    write_orders(10_000)
    proposed(needs)
    with open("stream.json", encoding="utf-8") as file:
        compacted = json.load(file)
    compacted["Sluice"]["Compaction"] = {"Prefix": "large/"}
    with open("stream.json", "w", encoding="utf-8") as file:
        json.dump(compacted, file)
    small, records = write_year(options.days, options.hourly)
    require_records("landed/orders/kind=*/**/*.gz", records, "the year")
    tell(f"year: {small:,} objects of {options.hourly} records")
    joined = call(["bash", "-c", JOIN])
    require_records("joined/**/*.gz", records, "the shell")
    done = call([needs.sluice, "compact", "--config", "stream.json", "--out", "landed", "--keep-minutes", "0", "--json"])
    told = json.loads(done.said[done.said.index("{"):done.said.rindex("}") + 1])
    check(told["sourceObjects"] == told["removed"] == small and not told["troubles"], f"compact says {done.said[-2_000:]}")
    large = files("landed/orders/large/**/*.gz")
    check(len(large) == told["objects"], f"compact says {told['objects']:,} objects, and there are {len(large):,}")
    require_records("landed/orders/large/**/*.gz", records, "compact")
    what = f"{options.days:,} days compacted ({small:,} to {len(large):,})"
    yield row(what, [done.seconds], "s", "cat and gzip of each folder", [joined.seconds])
    yield row(f"{what}, processor", [done.processor], "s", "cat and gzip of each folder", [joined.processor])
    for kind, count in told["requests"].items():
        yield row(f"{what}, {kind}", [count / small], "/small object")
    yield row(f"{what}, peak memory", [done.peak], "MB", goal=PEAK)


def verify(needs, options):
    """verify beside the run that it judges."""
    size = write_orders(options.records)
    proposed(needs)
    runs, verified = [], []
    for _ in range(options.rounds):
        fresh("landed")
        runs.append(call(run(needs, "--input", "orders.ndjson")))
        require_told(runs[-1], options.records)
        verified.append(call([needs.sluice, "verify", "--config", "stream.json", "--input", "orders.ndjson", "--out", "landed"]))
        check("every record is there once" in verified[-1].said, f"verify says {verified[-1].said[-2_000:]}")
    require_records("landed/orders/**/*.gz", options.records, "run")
    what = f"verify, {options.records:,} records of {size}"
    yield row(what, [each.seconds for each in verified], "s", "run", [each.seconds for each in runs], goal=at_most(0.5))
    yield row(f"{what}, processor", [each.processor for each in verified], "s", "run", [each.processor for each in runs],
              goal=at_most(0.5))
    yield row(f"{what}, peak memory", [max(each.peak for each in verified)], "MB", "run", [max(each.peak for each in runs)])


ALL = {each.__name__: each for each in (jq, objects, memory, year, verify)}
