"""Holds an Iceberg table of Sluice's against the objects that it is made of: `iceberg.py FOLDER CLICKS`."""

import copy
import glob
import importlib.util
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import duckdb
from pyiceberg.catalog.sql import SqlCatalog

SLUICE = os.environ["SLUICE"]
FOLDER = Path(sys.argv[1]).resolve()
CLICKS = int(sys.argv[2])
QUAKES = "events/quakes/earthquakes.ndjson"


def left_out(why):
    print(f"iceberg: LEFT OUT: {why}", file=sys.stderr)
    sys.exit(77)


def connected():
    """DuckDB with its extension: of a Python package where there is one, or fetched."""
    connection = duckdb.connect()
    for name in ("avro", "iceberg"):
        package = importlib.util.find_spec(f"duckdb_extension_{name}")
        files = glob.glob(f"{package.submodule_search_locations[0]}/**/*.duckdb_extension", recursive=True) if package else []
        try:
            connection.execute(f"LOAD '{files[0]}'" if files else f"INSTALL {name}; LOAD {name}")
        except duckdb.Error as failure:
            left_out(f"DuckDB's extension {name} can't be had: {failure}")
    return connection


DUCKDB = connected()


class Lake:
    """A folder with a run of a stream, and its table."""

    def __init__(self, name, configuration, columns, keys):
        self.out, self.columns, self.keys = FOLDER / name, columns, keys
        self.config = FOLDER / f"{name}.json"
        self.configuration = copy.deepcopy(configuration)
        self.stream = configuration["DeliveryStreamName"]
        self.bucket = self.out / configuration["ExtendedS3DestinationConfiguration"]["BucketARN"].split(":")[-1]
        self.write()

    def write(self):
        self.config.write_text(json.dumps(self.configuration))

    def sluice(self, *command):
        done = subprocess.run([SLUICE, *command, "--config", self.config, "--out", self.out], capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stderr}{done.stdout}"
        return done.stdout

    def table(self):
        catalog = SqlCatalog("sluice", uri=f"sqlite:///{self.out}/iceberg/catalog.db")
        return catalog.load_table(("sluice", self.stream))

    def objects(self):
        """The stream's own: what it is repartitioned from is under a folder without a key."""
        return sorted(map(str, self.bucket.rglob(f"{self.keys[0]}=*/**/*.parquet")))

    def selected(self, source):
        names = ", ".join(self.keys + self.columns)
        rows = DUCKDB.execute(f"SELECT {names} FROM {source}").fetchall()
        return sorted(map(str, rows))

    def check(self, state, rows=None):
        """The same rows by folders and by each reader of the table, and no other file in it than the objects."""
        table, objects = self.table(), self.objects()
        files = sorted(task.file.file_path.removeprefix("file://") for task in table.scan().plan_files())
        assert files == objects, f"{state}: the table has {len(files)} files, the folder {len(objects)}"
        types = ", ".join(f"'{key}': VARCHAR" for key in self.keys)
        by_folder = self.selected(f"read_parquet({objects}, hive_partitioning = true, hive_types = {{{types}}}, "
                                  "union_by_name = true)")
        by_duckdb = self.selected(f"iceberg_scan('{table.metadata_location}')")
        read = table.scan().to_arrow()
        DUCKDB.register("by_pyiceberg", read)
        by_pyiceberg = self.selected("by_pyiceberg")
        assert by_folder == by_duckdb, f"{state}: DuckDB reads other rows of the table than of the folders"
        assert by_folder == by_pyiceberg, f"{state}: PyIceberg reads other rows of the table than there are in the folders"
        assert rows is None or rows == len(by_folder), f"{state}: {len(by_folder)} rows, not {rows}"
        self.pruned(table, objects)
        print(f"{self.stream:8}{state:66}{len(by_folder):8} rows{len(files):6} files{len(table.snapshots()):4} snapshots", flush=True)

    def pruned(self, table, objects):
        """A query on one value opens the files of that partition alone."""
        key = self.keys[0]
        value = next(part.split("=", 1)[1] for part in objects[0].split("/") if part.startswith(f"{key}="))
        wanted = [file for file in objects if f"/{key}={value}/" in file]
        opened = [task.file.file_path for task in table.scan(row_filter=f"{key} == '{value}'").plan_files()]
        assert len(opened) == len(wanted) < max(len(objects), 2), f"{len(opened)} files for {key}={value}, not {len(wanted)}"
        explained = DUCKDB.execute(f"EXPLAIN ANALYZE SELECT count(*) FROM iceberg_scan('{table.metadata_location}') "
                                   f"WHERE {key} = '{value}'").fetchall()[0][1]
        assert f"Total Files Read: {len(wanted)}" in explained, explained


def quakes():
    configuration = json.load(open("events/quakes/parquet.json"))
    configuration["Sluice"]["Iceberg"] = {"Catalog": {"Type": "jdbc"}}
    configuration["Sluice"]["Compaction"] = {"Prefix": "large/"}
    columns = ["id", "type", "properties.mag", "properties.title", "geometry.coordinates", "epoch_ms(properties.time::TIMESTAMP)"]
    lake = Lake("quakes", configuration, columns, ["net", "date"])
    lake.sluice("run", "--input", QUAKES)
    lake.check("delivered", 1707)
    lake.sluice("compact", "--keep-minutes", "0")
    lake.check("compacted", 1707)
    declared = lake.configuration["Sluice"]["Table"]["Columns"]
    declared.append({"Name": "note", "Type": "string"})
    declared[2]["Type"] = declared[2]["Type"].replace("tz:int", "tz:bigint")
    lake.write()
    lake.sluice("iceberg", "register")
    lake.check("with a column more, and a wider one", 1707)
    lake.sluice("retention", "set", "--key", "net=ci", "--days", "2")
    lake.sluice("retention", "run", "--now", "2018-02-08T00:00:00Z")
    lake.check("after a retention")
    lake.sluice("erase", "--key", "net=ak")
    lake.check("after an erasure")
    moved = FOLDER / "moved"
    os.rename(lake.out, moved)
    lake.bucket, lake.out = moved / lake.bucket.relative_to(lake.out), moved
    lake.sluice("iceberg", "register")
    lake.check("in a folder that was moved")
    in_parts(configuration, columns)
    repartitioned(configuration, columns)


def in_parts(configuration, columns):
    """Commits of parts: what of the objects was there before the log, prefix by prefix."""
    without = copy.deepcopy(configuration)
    del without["Sluice"]["Iceberg"]
    without["Sluice"]["KeyEncoding"] = "percent"
    lake = Lake("parts", without, columns, ["net", "date"])
    lake.sluice("run", "--input", QUAKES)
    lake.configuration = configuration
    lake.write()
    for prefix in ("net=a", "net=c", "net=", ""):
        lake.sluice("iceberg", "register", "--from", prefix)
    lake.check("without columns of the paths in its files, by several commits", 1707)


def query_of(configuration):
    return configuration["ExtendedS3DestinationConfiguration"]["ProcessingConfiguration"]["Processors"][1]["Parameters"][0]


def repartitioned(configuration, columns):
    """What was streamed by date, as JSON and as Parquet, is moved into the layout of a stream with a table."""
    configuration = copy.deepcopy(configuration)
    del configuration["Sluice"]["Compaction"]
    for source in ("stream", "parquet"):
        by_date = json.load(open(f"events/quakes/{source}.json"))
        by_date["DeliveryStreamName"] = "quakes-streamed"
        destination = by_date["ExtendedS3DestinationConfiguration"]
        destination["Prefix"] = destination["Prefix"].replace("net=!{partitionKeyFromQuery:net}/", "raw/")
        query = query_of(by_date)
        query["ParameterValue"] = query["ParameterValue"].replace("net:.properties.net,", "")
        lake = Lake(f"moved-from-{source}", by_date, columns, ["net", "date"])
        lake.sluice("run", "--input", QUAKES)
        lake.stream, lake.configuration = configuration["DeliveryStreamName"], copy.deepcopy(configuration)
        if source == "parquet":
            # Parquet has the network in the path alone, and gives a time as text.
            query_of(lake.configuration)["ParameterValue"] = "{net:.id[0:2],date:.properties.time[0:10]}"
        lake.write()
        for state in ("repartitioned", "repartitioned once more"):
            lake.sluice("repartition", "--from", "raw/")
            lake.check(f"{state}, from {source}.json", 1707)
        lake.sluice("repartition", "--from", "raw/", "--remove-source")
        lake.check(f"repartitioned, from {source}.json, which is removed", 1707)
        lake.sluice("erase", "--key", "net=ak")
        lake.check(f"repartitioned, from {source}.json, and after an erasure")


def clicks(records):
    configuration = json.load(open("events/quakes/parquet.json"))
    configuration["DeliveryStreamName"] = "clicks"
    destination = configuration["ExtendedS3DestinationConfiguration"]
    destination["BucketARN"] = "arn:aws:s3:::clicks"
    destination["Prefix"] = "customer=!{partitionKeyFromQuery:customer}/date=!{partitionKeyFromQuery:date}/"
    query_of(configuration)["ParameterValue"] = "{customer:.customer_id,date:.day}"
    configuration["Sluice"] = {"Delivery": "buffer", "Iceberg": {"Catalog": {"Type": "jdbc"}}, "Table": {"Columns": [
        {"Name": "click", "Type": "bigint"}, {"Name": "page", "Type": "string"}, {"Name": "price", "Type": "double"}]}}
    draw = random.Random(7)
    source = FOLDER / "clicks.ndjson"
    with open(source, "w") as out:
        for click in range(records):
            customer, day = draw.randrange(1, 400), draw.randrange(1, 8)
            out.write(json.dumps({"customer_id": f"c{customer}", "day": f"2026-11-0{day}", "click": click,
                                  "page": f"/p/{draw.randrange(1000)}", "price": draw.randrange(10_000) / 100}) + "\n")
    lake = Lake("clicks", configuration, ["click", "page", "price"], ["customer", "date"])
    lake.sluice("run", "--input", str(source))
    lake.check("delivered", records)


quakes()
if CLICKS:
    clicks(CLICKS)
