#!/usr/bin/env python3
"""Public data sets of different shapes through init, check, plan, run, verify and tables; then each delivered record is held against
the source. sets.tsv has them, and whether init takes each: what it refuses has to have a reason, and run a failure.

What judges shares nothing with Sluice: Python's own readers of CSV, JSON and gzip, pandas and DuckDB. Usage: datasets.py CHECKOUT FOLDER SETS
[--page] [--large] [NAME…], where SETS is the folder into which the packages that hold the data sets were unpacked. The rows of the page
docs/reference/datasets.md have to be those that come out; --page writes them. --large takes the set of 1 GB, too, as its name does.
SLUICE names another command than ./sluice.
"""
import argparse
import collections
import csv
import functools
import glob
import gzip
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
# What repeats a file so many times is large.
REPEATED = "*"
REPEATED_APART = 10_000


Set = collections.namedtuple("Set", "name file shape verdict options")


def listed(checkout):
    """The sets of sets.tsv. The shape is told by what is known of the file, not by what Sluice takes it for."""
    with open(os.path.join(checkout, "build/datasets/sets.tsv"), encoding="utf-8", newline="") as file:
        return [Set(**{**row, "options": row["options"].split()}) for row in csv.DictReader(file, delimiter="\t")]


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
    if REPEATED in shape:
        return judge_sums(path, os.path.join(out, bucket))
    records, counted = source_records(path, shape, told)
    assert len(records) == counted, f"{name}: Python reads {len(records)} records, pandas {counted}"
    wanted = collections.Counter(canonical(record) for record in records)
    found = collections.Counter()
    for folder, value in delivered(os.path.join(out, bucket)):
        found[canonical(value)] += 1
        for part in os.path.relpath(folder, os.path.join(out, bucket)).split(os.sep):
            key, _, text = part.partition("=")
            field = {"common": lambda record: record["name"]["common"]}.get(key, lambda record: record.get(key))
            member = field(value) if isinstance(value, dict) else None
            if isinstance(member, str) and name in ("countries", "cuisine"):
                assert urllib.parse.unquote(text) == member, f"{name}: {member!r} lies in {folder}"
    missing, extra = wanted - found, found - wanted
    assert not missing and not extra, (f"{name}: {missing.total()} are missing and {extra.total()} are too many, "
                                       f"as {next(iter(missing), None)} and {next(iter(extra), None)}")
    return counted


def judge_rows(path, bucket):
    """A Parquet file: DuckDB reads both sides, all columns as text."""
    lines = duckdb.connect()
    types = {row[0]: row[1] for row in lines.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()}
    columns = ", ".join(f'"{each}"' for each in types)
    source = f"SELECT {columns} FROM '{path}'"
    landed = f"SELECT {columns} FROM {landed_rows(bucket, types)}"
    counted = lines.execute(f"SELECT count(*) FROM ({source})").fetchall()[0][0]
    sums = f"SELECT {columns}, count(*) AS times FROM ({{}}) GROUP BY ALL"
    differing = lines.execute(f"SELECT count(*) FROM (({sums.format(source)}) EXCEPT ({sums.format(landed)}))").fetchall()[0][0]
    landed_count = lines.execute(f"SELECT count(*) FROM ({landed})").fetchall()[0][0]
    assert landed_count == counted and differing == 0, f"{counted} rows, {landed_count} landed, {differing} differ"
    return counted


def judge_sums(path, bucket):
    """A file too large to be compared row by row: DuckDB reads both sides, and adds up a hash of each row."""
    lines = duckdb.connect()
    names = [row[0] for row in lines.execute("DESCRIBE SELECT * FROM read_csv(?, all_varchar = true)", [path]).fetchall()]
    sums = "SELECT count(*), bit_xor(hash({0})), sum(hash({0})) FROM {1}"
    columns = ", ".join(f'coalesce("{each}", \'\')' for each in names)
    source = lines.execute(sums.format(columns, f"read_csv('{path}', all_varchar = true)")).fetchall()[0]
    landed = lines.execute(sums.format(columns, landed_rows(bucket, dict.fromkeys(names, "VARCHAR")))).fetchall()[0]
    assert source == landed, f"rows and the sums of their hashes are {source}, and {landed} landed"
    return source[0]


def landed_rows(bucket, types):
    typed = ", ".join(f'"{name}": \'{kind}\'' for name, kind in types.items())
    return f"read_json('{bucket}/**/*.gz', format='newline_delimited', columns={{{typed}}}, hive_partitioning=false)"


def call(arguments, status=0):
    ended = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if status is not None and ended.returncode != status:
        raise AssertionError(f"{' '.join(arguments)} ended with {ended.returncode}:\n{ended.stdout[-4000:]}")
    return ended


def unlisted(sets, known):
    """The texts of vega-datasets that are not among `known`."""
    texts = (os.path.relpath(each, sets) for each in glob.glob(os.path.join(sets, VEGA, "*")) if each.endswith((".json", ".csv", ".tsv")))
    return sorted(set(texts) - {each.file for each in known})


def source_of(each, sets, work):
    """The file that init is to look at: out of its archive, and repeated with other numbers where it is to be large."""
    path = os.path.join(sets, each.file)
    assert os.path.exists(path), f"{path} is not there"
    if not each.shape.startswith("csv.zip"):
        return path
    with zipfile.ZipFile(path) as archive:
        path = archive.extract(archive.namelist()[0], work)
    if REPEATED not in each.shape:
        return path
    with open(path, newline="", encoding="utf-8") as file:
        heading, *lines = [line.split(",") for line in file]
    number = heading.index("flight")
    large = os.path.join(work, each.name + ".csv")
    with open(large, "w", newline="", encoding="utf-8") as file:
        file.write(",".join(heading))
        for _ in range(int(each.shape.split(REPEATED)[1])):
            file.writelines(",".join(line) for line in lines)
            for line in lines:
                line[number] = str(int(line[number]) + REPEATED_APART)
    return large


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


def taken(sluice, each, path, shape, work):
    """What the page says of a data set: its records, what init proposes, and what DuckDB makes of the source."""
    stream, out = os.path.join(work, "stream.json"), os.path.join(work, "out")
    init = call([sluice, "init", "--input", path, "--stream", each.name, "--out", stream, *each.options], None)
    if init.returncode != 0:
        assert each.verdict == "refused", f"init ended with {init.returncode}:\n{init.stdout}"
        return "", "refused: " + refused(sluice, init, path, work), by_duckdb(path, shape)
    assert each.verdict == "taken", f"init takes what it refused:\n{init.stdout}"
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
    counted = judge(each.name, path, shape, told, configuration, out)
    prefix = re.sub(r"!\{(partitionKeyFromQuery|timestamp):[^}]*\}", "…", configuration["ExtendedS3DestinationConfiguration"]["Prefix"])
    asked = [f"`{' '.join(each.options)}`"] if each.options else []
    return f"{counted:,}", " ".join([f"`{prefix}`", *asked, *([f"`{' '.join(told)}`"] if told else [])]), by_duckdb(path, shape)


def tried(sluice, each, sets, work):
    """The row of a data set."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        path = source_of(each, sets, work)
        shape = each.shape.replace("csv.zip", "csv")
        row = f"| {each.name} | {each.shape} | {' | '.join(taken(sluice, each, path, shape, work))} |"
    finally:
        shutil.rmtree(work, ignore_errors=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{row} {time.monotonic() - began:.1f} s, {processor:.1f} s of the processor", flush=True)
    return row


def name_of(row):
    return row.split(" | ")[0].removeprefix("| ")


def compared(page, made, sets, write):
    """Holds the page's rows against those that were made; writes them into it, in the order of the list, if that is asked for."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("|---")) + 1
    last = next(i for i, line in enumerate(lines) if i >= first and not line.startswith("| "))
    rows = {name_of(row): row for row in lines[first:last]}
    wrong = [name for name, row in made.items() if rows.get(name) != row]
    if not write:
        return [f"{name}: the page says {rows.get(name)}" for name in wrong]
    rows.update(made)
    lines[first:last] = [rows[each.name] for each in sets if each.name in rows]
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    return []


def main():
    asked = argparse.ArgumentParser(description="Public data sets through Sluice; see the head of this script")
    for name in ("checkout", "folder", "sets"):
        asked.add_argument(name)
    asked.add_argument("--page", action="store_true", help="write the rows into docs/reference/datasets.md")
    asked.add_argument("--large", action="store_true", help="the set of 1 GB, too")
    asked.add_argument("names", nargs="*", metavar="NAME", help="these sets only")
    asked = asked.parse_args()
    sluice = os.environ.get("SLUICE") or os.path.join(asked.checkout, "sluice")
    known = listed(asked.checkout)
    failed = [f"{file} is not in sets.tsv" for file in unlisted(asked.sets, known)]
    failed += [f"there is no set {name}" for name in set(asked.names) - {each.name for each in known}]
    made = {}
    for each in known:
        if each.name not in asked.names if asked.names else REPEATED in each.shape and not asked.large:
            continue
        try:
            made[each.name] = tried(sluice, each, asked.sets, os.path.join(asked.folder, each.name))
        except (AssertionError, LookupError, ValueError, duckdb.Error) as failure:
            failed.append(f"{each.name}: {failure!r}")
            print(f"{each.name}: FAILED: {failure!r}", flush=True)
    failed += compared(os.path.join(asked.checkout, "docs/reference/datasets.md"), made, known, asked.page)
    if failed:
        sys.exit("\n".join([*failed, f"datasets: not all of {len(made) + len(failed)} are as they should be"]))
    print(f"All {len(made)} data sets are as they should be.")


if __name__ == "__main__":
    main()
