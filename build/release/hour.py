#!/usr/bin/env python3
"""A stranger's first hour with Sluice: what a new user meets with odd data and small mistakes, item by item.

Usage: hour.py SLUICE CHECKOUT FOLDER RELEASE [ITEM…]. The data are made here, by rule. What landed is counted by Python's own readers of
gzip and JSON, and by DuckDB where there is one. Items run side by side, as many as there are processors. Prints a table of them; ends with 1
when one is not as it should be, with 77 when all are and there was no DuckDB.
"""
import concurrent.futures
import csv
import glob
import gzip
import io
import json
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import traceback
import zipfile

try:
    import duckdb
except ImportError:
    duckdb = None

SLUICE, CHECKOUT, WORK, RELEASE = map(os.path.abspath, sys.argv[1:5])
WANTED = sys.argv[5:]
ITEMS = []
SEEN = []
# Those that take longest begin first.
LONG = ["9", "11", "14", "7", "13"]


def longest_first(number):
    return LONG.index(number) if number in LONG else len(LONG)


class Wrong(AssertionError):
    pass


class Outcome:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err
        self.both = " ".join((out + "\n" + err).split())

    def has(self, *parts):
        for part in parts:
            if part not in self.both:
                raise Wrong(f"'{part}' is not said:\n{self.out}\n{self.err}")
        return self

    def lacks(self, *parts):
        for part in parts:
            if part in self.both:
                raise Wrong(f"'{part}' is said:\n{self.out}\n{self.err}")
        return self

    def counts(self, delivered, rejected=0, dropped=0):
        line = f"{delivered + rejected + dropped:,} in = {delivered:,} delivered + {rejected:,} rejected + {dropped:,} dropped"
        return self.has(line)

    def json(self):
        return json.loads(self.out)


def sluice(*arguments, status=0, cwd=None, env=None, stdin=None):
    ended = subprocess.run([SLUICE, *arguments], cwd=cwd, env={**os.environ, **(env or {})}, input=stdin,
                           stdin=None if stdin is not None else subprocess.DEVNULL, capture_output=True)
    outcome = Outcome(ended.returncode, ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace"))
    if ended.returncode != status:
        raise Wrong(f"sluice {shlex.join(arguments)} ended with {ended.returncode}, not {status}:\n{outcome.out}\n{outcome.err}")
    return outcome


def check(condition, what):
    if not condition:
        raise Wrong(what)


def item(number, done):
    def register(function):
        ITEMS.append((str(number), done, function))
        return function
    return register


def see(text):
    SEEN[-1].append(text)


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def orders(count):
    return [{"customer": f"c{i % 30:03}", "ts": f"2026-01-{1 + i * 5 // count:02}T{i % 24:02}:00:00Z", "amount": round(i % 97 / 7, 2),
             "id": i} for i in range(count)]


def landed(folder):
    """Each record that was delivered, by its folder."""
    for path in sorted(glob.glob(folder + "/**/*.gz", recursive=True)):
        if "/errors/" not in path and "/.sluice" not in path:
            with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
                for line in file:
                    yield os.path.relpath(os.path.dirname(path), folder), json.loads(line)


def same(folder, records):
    key = lambda record: json.dumps(record, sort_keys=True)
    found = sorted(key(record) for _, record in landed(folder))
    check(found == sorted(key(record) for record in records), f"{len(found)} records in {folder} are not the {len(records)} of the source")


def beside_duckdb(folder, count):
    """What DuckDB's own reader of lines finds in the objects."""
    if duckdb is None:
        return
    files = [each for each in glob.glob(folder + "/**/*.gz", recursive=True) if "/errors/" not in each]
    rows = f"read_json({files}, format = 'newline_delimited', union_by_name = true)"
    found = duckdb.connect().execute(f"SELECT count(*) FROM {rows}").fetchall()[0][0]
    check(found == count, f"DuckDB reads {found} records, and {count} were delivered")
    see(f"DuckDB {found:,}")


def options(init):
    """The options that init says the sample is read with."""
    told = re.search(r"the sample is read with (.*?): give it to", init.both)
    return shlex.split(told.group(1)) if told else []


def walk(sample, records, *more, init_status=0):
    """A sample on the way init, check, plan, run, verify, tables."""
    name = os.path.basename(sample)
    config, out = f"{name}.config.json", f"{name}.out"
    for each in (config, out):
        shutil.rmtree(each, ignore_errors=True)
    init = sluice("init", "--input", sample, "--out", config, *more)
    told = options(init)
    sluice("check", config)
    sluice("plan", "--config", config, "--input", sample, *told)
    run = sluice("run", "--config", config, "--input", sample, "--out", out, "--strict", *told)
    run.counts(len(records))
    sluice("verify", "--config", config, "--input", sample, "--out", out, *told).has("every record is there once")
    sluice("tables", "--config", config, "--input", sample, *told)
    with open(config, encoding="utf-8") as file:
        stream = json.load(file)
    bucket = os.path.join(out, stream["ExtendedS3DestinationConfiguration"]["BucketARN"].split(":::")[1])
    same(bucket, records)
    beside_duckdb(bucket, len(records))
    see(f"{len(records):,} of {len(records):,} by init, check, plan, run, verify, tables")
    return init, run, stream, bucket


def edited(config, name, change):
    with open(config, encoding="utf-8") as file:
        stream = json.load(file)
    change(stream)
    return write(name, json.dumps(stream))


@item(1, "JSON lines behind a byte order mark")
def byte_order_mark():
    records = orders(3000)
    init, run, stream, _ = walk(write("bom.ndjson", b"\xef\xbb\xbf" + lines(records).encode()), records)
    check(not options(init), "init takes it for CSV")
    init.has("key customer", "the day of ts")
    run.lacks("looks like")


@item(2, "the day of an ISO time, in every command")
def time_keys():
    records = orders(3000)
    _, _, stream, bucket = walk(write("iso.ndjson", lines(records)), records, "--stream", "iso")
    check(stream["Sluice"]["Table"]["Keys"]["date"]["Type"] == "date", "Table.Keys does not say that date is a date")
    query = json.dumps(stream)
    check(".ts[0:10]" in query, "the key is not the slice of the text")

    def undeclared(stream):
        stream["Sluice"].pop("Table")
        stream["Sluice"]["Retention"] = {"Days": 2}
        stream["Sluice"]["Compaction"] = {"Prefix": "large/", "AfterDays": 0}
    for config in (edited("iso.ndjson.config.json", "undeclared.json", undeclared),
                   edited("iso.ndjson.config.json", "declared.json",
                          lambda stream: (undeclared(stream), stream["Sluice"].update(Table={"Keys": {"date": {"Type": "date"}}})))):
        sluice("tables", "--config", config, "--input", "iso.ndjson").has("'projection.date.type' = 'date'")
        sluice("check", config).lacks("warning")
        dry = sluice("retention", "run", "--config", config, "--out", "iso.ndjson.out", "--now", "2026-01-05T23:00:00Z", "--dry-run")
        dry.has("would remove 60 objects")
        sluice("compact", "--config", config, "--out", "iso.ndjson.out", "--dry-run").has("2026-01-03")
    see("tables: date; retention: 60 objects of 2 days; compact: days, with Table.Keys and without")

    def dayless(stream):
        undeclared(stream)
        stream["Sluice"].pop("Compaction")
        destination = stream["ExtendedS3DestinationConfiguration"]
        destination["Prefix"] = destination["Prefix"].split("date=")[0]
        query = destination["ProcessingConfiguration"]["Processors"][0]["Parameters"][0]
        query["ParameterValue"] = re.sub(r",\s*date:.*}", "}", query["ParameterValue"])
    sluice("check", edited("iso.ndjson.config.json", "dayless.json", dayless)).has("warning", "Retention")
    see("check warns of Retention without a day")


@item(3, "lines that end in commas")
def trailing_commas():
    records = orders(1707)
    sample = write("commas.json", ",\n".join(json.dumps(record) for record in records) + "\n")
    told = sluice("init", "--input", sample, status=2).has("sed 's/,$//'")
    check("mostly" not in told.out, "something was proposed")
    config = write("orders.config.json", sluice("init", "--input", write("orders.ndjson", lines(records)), "--stream", "orders").out)
    sluice("run", "--config", config, "--input", sample, "--out", "commas.out", status=1).has("1,706 rejected").lacks("--resume")
    sluice("plan", "--config", config, "--input", sample, status=1)
    see("init refuses with 2, plan and run end with 1: 1,706 rejected")
    walk(write("mended.ndjson", subprocess.run(["sed", "s/,$//", sample], check=True, capture_output=True).stdout), records)
    see("what init says, sed, mends it")


@item(4, "pretty-printed documents")
def pretty():
    records = orders(300)
    sample = write("pretty.json", "".join(json.dumps(record, indent=2) + "\n" for record in records))
    init, run, stream, bucket = walk(sample, records)
    init.has("json-lines")
    check(stream["Sluice"]["Transformer"] == "json-lines", "init does not propose it")
    run.lacks("several lines")
    config = edited("pretty.json.config.json", "kept.json", lambda stream: stream["Sluice"].pop("Transformer"))
    sluice("run", "--config", config, "--input", sample, "--out", "kept").has("Sluice.Transformer", "json-lines")
    sluice("tables", "--config", config, "--input", sample).has("json-lines")
    see("run and tables warn without the transformer")


@item(5, "CSV without a header")
def headerless():
    rows = [{"column0": str(i), "column1": f"c{i % 30}", "column2": f"2026-01-0{1 + i % 3}", "column3": f"{i / 7:.2f}"} for i in range(1000)]
    sample = write("bare.csv", "".join(",".join(row.values()) + "\n" for row in rows))
    init, _, _, _ = walk(sample, rows)
    check("--no-header" in options(init), "init does not see it")
    sluice("run", "--config", "bare.csv.config.json", "--input", sample, "--input-format", "csv", "--out", "header",
           status=1).has("looks like data", "--no-header")
    see("without the option run warns")


@item(6, "keys: measures, dates of other forms, proposals side by side")
def keys():
    weather = [{"date": f"{1 + i % 12}/{1 + i % 28}/2026", "precipitation": f"{i % 9}.3", "temp_min": f"{i % 30 - 4}.4",
                "weather": ["rain", "sun", "fog"][i % 3]} for i in range(400)]
    table = io.StringIO()
    written = csv.DictWriter(table, weather[0], lineterminator="\n")
    written.writeheader()
    written.writerows(weather)
    init, _, stream, _ = walk(write("weather.csv", table.getvalue()), weather)
    prefix = stream["ExtendedS3DestinationConfiguration"]["Prefix"]
    check("weather" in prefix and "precipitation" not in prefix and "temp_min" not in prefix, f"the keys are {prefix}")
    init.has("side by side", "a month")
    movies = [{"title": f"m{i}", "released": f"{['Jun', 'Oct', 'Dec'][i % 3]} {1 + i % 28} 1998", "votes": i * 37} for i in range(300)]
    init, _, stream, _ = walk(write("movies.ndjson", lines(movies)), movies)
    init.has("released")
    check("votes" not in stream["ExtendedS3DestinationConfiguration"]["Prefix"], "a number of votes is a key")
    disasters = [{"Entity": ["Flood", "Storm", "Drought"][i % 3], "Year": 1900 + i // 3, "Deaths": i * 101} for i in range(351)]
    _, _, stream, _ = walk(write("disasters.ndjson", lines(disasters)), disasters)
    check("entity" in stream["ExtendedS3DestinationConfiguration"]["Prefix"], "the kind is no key")
    see("weather: weather and month; movies: the time; disasters: Entity")
    asked = sluice("init", "--interactive", "--input", "weather.csv", "--input-format", "csv", stdin=b"\n" * 12)
    check(json.loads(asked.out)["ExtendedS3DestinationConfiguration"]["Prefix"] == prefix, "empty answers are not the proposal")
    see("--interactive takes it by empty lines")


@item(7, "records inside documents, and ready-made configurations")
def documents():
    events = [{"eventName": ["GetObject", "PutObject"][i % 2], "eventTime": f"2026-11-2{i % 4}T08:00:00Z", "n": i} for i in range(400)]
    trail = write("trail.json", json.dumps({"Records": events}))
    init, _, _, _ = walk(trail, events)
    check(options(init) == ["--records-at", ".Records[]"], f"init says {options(init)}")
    features = [{"type": "Feature", "properties": {"net": "abc"[i % 3], "time": 1517363399650 + i * 10**7}} for i in range(300)]
    quakes = write("quakes.geojson", '{"type":"FeatureCollection","features":[\n' + ",\n".join(map(json.dumps, features)) + "\n]}\n")
    init, _, _, _ = walk(quakes, features)
    check(options(init) == ["--records-at", ".features[]"], f"init says {options(init)}")

    def inside(stream):
        stream["Sluice"]["RecordsAt"] = {"Path": ".features[]", "Parent": ["type"]}
    config = edited("quakes.geojson.config.json", "inside.json", inside)
    for wire in ([], ["--wire"]):
        out = "inside" + "".join(wire)
        sluice("run", "--config", config, "--input", quakes, "--out", out, "--strict", *wire).counts(300)
        sluice("verify", "--config", config, "--input", quakes, "--out", out).has("every record is there once")
    see("Sluice.RecordsAt: 300 of 300, by calls and by events")
    for data in ("cloudtrail", "alb", "vpc-flow-logs"):
        shutil.rmtree(data, ignore_errors=True)
        sluice("init", "--for", data, "--out", data)
        sluice("test", data).has("passed")
        config = os.path.join(data, "stream.json")
        sample = next(each for each in glob.glob(data + "/sample*"))
        sluice("check", config)
        run = sluice("run", "--config", config, "--input", sample, "--out", data + ".out")
        sluice("verify", "--config", config, "--input", sample, "--out", data + ".out").has("every record is there once")
        sluice("tables", "--config", config).has("CREATE EXTERNAL TABLE")
        see(f"--for {data}: {re.search(r'records +([0-9,]+) in', run.out).group(1)} records, its tests and table")
    cloudfront = write("cloudfront.log", "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip\n" + "".join(
        f"2026-11-2{i % 3}\t08:00:{i % 60:02}\t{['FRA2', 'LHR3'][i % 2]}\t{i}\t192.0.2.{i % 250}\n" for i in range(200)))
    told = sluice("init", "--input", cloudfront, "--line-pattern",
                  r"(?<date>\d[^\t]*)\t(?<time>[^\t]*)\t(?<location>[^\t]*)\t(?<bytes>\d+)\t(?<ip>.*)", "--out", "cloudfront.config.json")
    told.has("key location")
    sluice("run", "--config", "cloudfront.config.json", "--input", cloudfront, "--out", "cloudfront.out").counts(200, 2)
    see("CloudFront by --line-pattern: 200, its two lines of comment rejected by name")


@item(8, "text logs and encodings")
def logs():
    combined = "".join(f'192.0.2.{i % 9} - - [2{i % 4}/Nov/2026:09:00:0{i % 9} +0100] "GET /p{i} HTTP/1.1" {[200, 404, 301][i % 3]} {i} "-" '
                       '"curl/8.17.0"\n' for i in range(300))
    syslog = "".join(f"<{34 + i % 2}>1 2026-11-2{i % 4}T09:00:00Z host{i % 3} app{i % 2} {i} - - the message {i}\n" for i in range(300))
    logfmt = "".join(f'ts=2026-11-2{i % 4}T09:00:00Z level={["info", "warn", "error"][i % 3]} msg="in time {i}"\n' for i in range(300))
    for name, text in (("combined", combined), ("syslog", syslog), ("logfmt", logfmt)):
        sample = write(name + ".log", text)
        config, out = name + ".config.json", name + ".out"
        sluice("init", "--input", sample, "--out", config).has("transformer " + name)
        sluice("run", "--config", config, "--input", sample, "--out", out, "--strict").counts(300)
        sluice("verify", "--config", config, "--input", sample, "--out", out).has("every record is there once")
        plain = sluice("init", "--input", sample, "--out", "given-" + config, "--input-format", name)
        beside_duckdb(out, 300)
    see("combined, syslog and logfmt: 300 of 300 each")
    for wrong, right in (("apache", "combined"), ("nginx", "combined"), ("jsonl", "records")):
        sluice("run", "--config", "combined.config.json", "--input", "combined.log", "--input-format", wrong,
               status=2).has(f"did you mean {right}?")
    mixed = write("mixed.log", "".join(f'2026-11-26T08:00:00Z INFO worker-{i % 3} {{"n":{i}}}\n' for i in range(200)))
    sluice("init", "--input", mixed, status=2).lacks("header that can't be read").has("--line-pattern")
    sluice("init", "--input", mixed, "--line-pattern", r"(?<ts>\S+) (?<level>\S+) (?<worker>\S+) (?<rest>.*)").has("worker")
    see("lines that end in JSON: --line-pattern is said, and takes them")
    records = [{"city": ["Köln", "Zürich"][i % 2], "n": i} for i in range(200)]
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    latin = write("latin.ndjson", text.encode("latin-1"))
    told = sluice("init", "--input", latin, status=2).has("iconv -f ISO-8859-1 -t UTF-8")
    remedy = re.search(r"(iconv -f \S+ -t UTF-8)", told.both).group(1)
    mended = subprocess.run([*shlex.split(remedy), latin], check=True, capture_output=True).stdout if shutil.which("iconv") else text.encode()
    walk(write("utf8.ndjson", mended), records)
    for wide in ("utf-16", "utf-16-le", "utf-32"):
        sluice("init", "--input", write(wide, text.encode(wide)), status=1).has("iconv -f UTF-")
    see("Latin-1, UTF-16 and UTF-32 are named, with the iconv that mends them")


class Server:
    """serve, and its S3, until it is closed."""

    def __init__(self, name, *arguments):
        self.log = open(name + ".log", "w+")
        self.process = subprocess.Popen([SLUICE, "serve", "--out", name, "--port", "0", *arguments], stdout=self.log, stderr=self.log,
                                        stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while not re.search(r"serves (http\S+)", self.text()):
            check(self.process.poll() is None and time.monotonic() < deadline, f"serve did not start: {self.text()}")
            time.sleep(0.1)
        self.url = re.search(r"serves (http\S+)", self.text()).group(1)
        self.s3 = re.search(r"AWS_ENDPOINT_URL_S3=(http\S+)", self.text()).group(1)

    def text(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as file:
            return file.read()

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(120)
        return self.process.returncode


@item(9, "s3:// in and out, on the S3 server of serve")
def s3():
    records = orders(3000)
    config = write("lake.config.json", sluice("init", "--input", write("lake.ndjson", lines(records)), "--stream", "lake").out)
    server = Server("s3-server", "--config", config)
    access = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_REGION": "us-east-1"}
    at = ["--s3", server.s3]
    try:
        sluice("run", "--config", config, "--input", "lake.ndjson", "--out", "s3://lake/first", *at, env=access).counts(3000)
        sluice("verify", "--config", config, "--input", "lake.ndjson", "--out", "s3://lake/first", *at, env=access).has("every record is there once")
        sluice("run", "--config", config, "--input", "lake.ndjson", "--out", "s3://lake/first", *at, env=access, status=2).has("s3://lake/first")
        source = "s3://lake/first/"
        sluice("init", "--input", source, "--out", "again.json", "--stream", "again", "--bucket", "lake", *at, env=access).has("key customer")
        sluice("plan", "--config", "again.json", "--input", source, *at, env=access)
        sluice("run", "--config", "again.json", "--input", source, "--out", "again", *at, env=access).counts(3000)
        sluice("verify", "--config", "again.json", "--input", source, "--out", "again", *at, env=access).has("every record is there once")
        beside_duckdb("again", 3000)
        see("run, verify, init, plan: 3,000 of 3,000 out and in; a place that has objects is refused")
        broken = write("broken.ndjson", lines(records[:100]) + "no JSON\n")
        sluice("run", "--config", config, "--input", broken, "--out", "s3://lake/broken", *at, env=access).counts(100, 1)
        told = sluice("errors", "s3://lake/broken/errors", *at, env=access)
        check(len(told.out.splitlines()) == 1, "errors shows " + told.out)
        see("errors shows the one of 101")
        large = write("large.ndjson", "".join(lines(orders(20000)) for _ in range(10)))
        run = subprocess.Popen([SLUICE, "run", "--config", config, "--input", large, "--out", "s3://lake/large", *at],
                               env={**os.environ, **access}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        deadline = time.monotonic() + 300
        while run.poll() is None and time.monotonic() < deadline and not glob.glob("out-s3/*/.sluice/**/fed.json", recursive=True):
            time.sleep(0.02)
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            sluice("run", "--config", config, "--input", large, "--out", "s3://lake/large", "--resume", *at, env=access).has("delivered")
            see("killed and resumed")
        run.communicate()
        sluice("verify", "--config", config, "--input", large, "--out", "s3://lake/large", *at, env=access).has("every record is there once")
        sluice("init", "--input", "s3://lake/nowhere", *at, env=access, status=2).has("s3://lake/nowhere")
        sluice("init", "--input", "s3://nosuchbucket/x", *at, env=access, status=2).has("nosuchbucket")
        see("what is not there is named")
    finally:
        server.end()


@item(10, "archives, and formats that are refused")
def archives():
    records = orders(600)
    with zipfile.ZipFile("data.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for part in range(3):
            archive.writestr(f"2026/part{part}.ndjson", lines(records[part::3]))
    walk("data.zip", records)
    with tarfile.open("data.tar", "w") as archive:
        for part in range(3):
            archive.add(write(f"tar/part{part}.ndjson", lines(records[part::3])))
    told = sluice("init", "--input", "data.tar", status=2).has("tar -xf 'data.tar'")
    remedy = re.search(r"(mkdir unpacked && tar -xf 'data.tar' -C unpacked)", told.both).group(1)
    subprocess.run(remedy, shell=True, check=True)
    walk("unpacked", records)
    see("tar is refused, and the line that is said unpacks it")
    workbook = io.BytesIO()
    with zipfile.ZipFile(workbook, "w") as archive:
        for name in ("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"):
            archive.writestr(name, "<xml/>")
    foreign = {"book.xlsx": (workbook.getvalue(), "CSV"), "rows.arrow": (b"ARROW1\0\0" + bytes(200), "parquet.write_table"),
               "rows.orc": (b"ORC\x0a\x03" + bytes(200) + b"\x08\x03\x10\x03ORC\x17", "parquet.write_table"),
               "rows.avro": (b"Obj\x01\x04\x16avro.schema" + bytes(200), "fastavro")}
    for name, (content, remedy) in foreign.items():
        sample = write(name, content)
        for command in (["init"], ["run", "--config", "data.zip.config.json", "--out", "none"]):
            sluice(*command, "--input", sample, status=2).has(name, remedy)
        check(not os.path.exists("none"), "something was written")
    see("xlsx, Arrow, ORC, Avro: refused with 2 and a line that converts them")
    half = write("half.zip", open("data.zip", "rb").read()[:-30])
    sluice("run", "--config", "data.zip.config.json", "--input", half, "--out", "none", status=2).has("half.zip")
    see("a ZIP that is cut is refused whole")


@item(11, "mistakes and counts")
def mistakes():
    records = orders(3000)
    config = write("m.json", sluice("init", "--input", write("m.ndjson", lines(records)), "--stream", "mistakes").out)

    def seven(stream):
        destination = stream["ExtendedS3DestinationConfiguration"]
        destination["BufferingHints"] = {"SizeInMBs": 0, "IntervalInSeconds": 5000}
        destination["CompressionFormat"] = "GZIPP"
        destination["Prefix"] = "k=!{partitionKeyFromQuery:k}/!{timestamp:YYYY-MM-DD}/"
        destination["BucketARN"] = "arn:aws:s3:::Bad_Bucket"
        destination["ProcessingConfiguration"]["Processors"][0]["Parameters"][0]["ParameterValue"] = "{k: .a |}"
        stream["Sluice"]["Retentoin"] = {"Days": 3}
    told = sluice("check", edited(config, "seven.json", seven), status=2)
    told.has("SizeInMBs", "IntervalInSeconds", "CompressionFormat", "YYYY", "Bad_Bucket", "is no jq 1.6 program", "Retentoin")
    see("seven mistakes by one check")
    begun = time.monotonic()
    bench = sluice("bench", "foo", status=2)
    check("mvn" not in bench.both and "build" not in bench.both.lower().replace("builds", ""), "bench foo starts a build: " + bench.both)
    sluice("run", "--config", config, "--input", "*.nothing", "--out", "glob", status=2).has("*.nothing")
    for each in "abc":
        write(f"parts/{each}.ndjson", lines(records[:10]))
    quoted = sluice("run", "--config", config, "--input", "parts/*.ndjson", "--out", "glob")
    quoted.counts(30)
    see("a quoted glob is taken")
    helped = sluice("help")
    check(helped.out == sluice("--help").out and "Commands:" in helped.out, "help is another than --help")
    check(sluice("version").out == sluice("--version").out, "version is another than --version")
    check(sluice(status=2).out == helped.out, "no command has no help")
    sluice("nosuch", "--help", status=2).has("There is no command 'nosuch'").lacks("Commands:")
    sluice("run", "--config", config, "--input", "s3://bucket/x", "--out", "none", status=2,
           env={"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_EC2_METADATA_DISABLED": "true", "HOME": os.path.abspath("nohome"),
                "SLUICE_DYNAMODB_LOCAL": os.environ.get("SLUICE_DYNAMODB_LOCAL", "")}).lacks("does not exist")
    see("help, version, no command, nosuch --help")
    one = sluice("init", "--input", write("one.ndjson", lines(records[:1])))
    one.has("1 record looked at").lacks("1 records")
    run = sluice("run", "--config", config, "--input", "m.ndjson", "--out", "m.out")
    run.counts(3000)
    victim = sorted(glob.glob("m.out/mistakes/**/*.gz", recursive=True))[0]
    os.remove(victim)
    verdict = sluice("verify", "--config", config, "--input", "m.ndjson", "--out", "m.out", status=1)
    verdict.has("NOT every record is there once").lacks("3,000 = 3,000 delivered")
    see("verify of a folder that lacks an object never says 3,000 = 3,000")
    check(sluice("tables", "--config", config, "--input", "m.ndjson").err == "", "tables remarks upon what init made")
    plugin()


def plugin():
    api = glob.glob(os.path.join(RELEASE, "maven/io/sluice/sluice-plugin/*/sluice-plugin-*.jar"))
    api = [each for each in api if not re.search(r"-(sources|javadoc)\.jar$", each)]
    java = next((home for home in [os.environ.get("JAVA_HOME", ""), *sorted(glob.glob("/usr/lib/jvm/*"))]
                 if os.path.exists(home + "/release") and 'JAVA_VERSION="25' in open(home + "/release").read()), None)
    if not api or java is None:
        see("the plug-in example is left out: there is no JDK 25, or no release")
        return
    example = os.path.join(CHECKOUT, "events/access-logs")
    subprocess.run([java + "/bin/javac", "-cp", api[0], "-d", "classes",
                    *glob.glob(example + "/plugin/src/main/java/com/example/combined/*.java")], check=True)
    shutil.copytree(example + "/plugin/src/main/resources/META-INF", "classes/META-INF", dirs_exist_ok=True)
    subprocess.run([java + "/bin/jar", "--create", "--file", "combined-log.jar", "-C", "classes", "."], check=True)
    run = sluice("run", "--config", example + "/stream.json", "--input", example + "/access.log", "--plugin", "combined-log.jar", "--out", "logs")
    run.lacks("looks like")
    see("the plug-in example is not taken for CSV")


@item(12, "serve and its page, plan --html")
def page():
    quakes = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(SLUICE))), "events/quakes")
    quakes = quakes if os.path.isdir(quakes) else os.path.join(CHECKOUT, "events/quakes")
    server = Server("served", "--config", quakes + "/stream.json")
    try:
        import urllib.request
        html = urllib.request.urlopen(server.url + "/", timeout=60).read().decode()
        check("<html" in html.lower() and "viewport" in html, "the page is no page for a phone")
        see("the address is said, and has a page")
    finally:
        status = server.end()
    check(status in (0, -15, 143), f"serve ended with {status}")
    check("the server has ended; start it again with --out served to go on" in " ".join(server.text().split()), "serve says nothing at its end")
    see("it says at its end how to go on")
    sluice("plan", "--config", quakes + "/stream.json", "--input", quakes + "/earthquakes.ndjson", "--html", "plan.html")
    with open("plan.html", encoding="utf-8") as file:
        text = file.read()
    check("<svg" in text and "viewBox" in text, "plan --html draws nothing")
    see("plan --html is written")
    see("plots over a reload, labels, widths: build/page/run in a browser")


PAGES = ["README.md", "SECURITY.md", "events/README.md", "jq/README.md", "docs/start/*.md", "docs/how-to/*.md", "docs/reference/*.md",
         "docs/template-project/README.md"]
# What those pages said, and an English reader stumbled over.
WORDS = ["Have it", "which crashes jq", "the same as an area", "are not Sluice's", "What a producer puts twice", "Nothing in an event tells",
         "until they are told whom to tell"]
QUICK_START_WORDS_MAX = 600
SEARCHED = ["terraform", "prometheus", "cloudtrail", "docker"]


def text_of(name):
    with open(os.path.join(CHECKOUT, name), encoding="utf-8") as file:
        return file.read()


@item(13, "words: the quick start as it stands, the search, the pages for users")
def words():
    page = text_of("docs/start/quick-start.md")
    count = len(page.split())
    check(count <= QUICK_START_WORDS_MAX, f"the quick start has {count} words")
    typed(page)
    see(f"the quick start, {count} words, typed from the download to the query")
    pages = [each for pattern in PAGES for each in sorted(glob.glob(pattern, root_dir=CHECKOUT))]
    check(len(pages) > 25, f"there are no more pages than {pages}")
    said = [f"{each}: {word}" for each in pages for word in WORDS if word in " ".join(text_of(each).split())]
    check(not said, f"pages for users say {said}")
    check("<artifactId>sluice-jq</artifactId>" in text_of("jq/README.md"), "jq's README has no coordinates")
    see(f"{len(pages)} pages for users without the words of the list; jq's README has coordinates")
    searched = re.search(r"TRIED = \[(.*?)\]", text_of("site/search.mjs"), re.DOTALL).group(1)
    check(all(f'"{word}"' in searched for word in SEARCHED), f"build/site/run searches for {searched}")
    see("the site's search for " + ", ".join(SEARCHED) + ": build/site/run")


def typed(page):
    """The commands of the page in one shell, as they stand but for the version, and what they print beside what the page shows."""
    blocks = re.findall(r"^```(sh)?\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    archives = glob.glob(os.path.join(RELEASE, "sluice-*.tar.gz"))
    version = "1.0.0"
    if archives and os.path.realpath(SLUICE).endswith("/bin/sluice"):
        version = re.search(r"sluice-(.*)-[a-z]+-[a-z0-9]+\.tar\.gz$", archives[0]).group(1)
        os.symlink(archives[0], os.path.basename(archives[0]))
    else:
        see("the archive is left out")
        os.symlink(os.path.realpath(SLUICE), "sluice")
        os.symlink(os.path.join(CHECKOUT, "events"), "events")
        blocks = [each for each in blocks if "tar -xzf" not in each[1]]
    script, shown = ["set -eu"], []
    for language, text in blocks:
        if not language:
            shown[-1] = text
        elif "duckdb" in text and duckdb is None:
            see("the query by DuckDB is left out")
        else:
            script += [f"exec >{os.path.abspath(f'typed-{len(shown)}')}", text.replace("1.0.0", version)]
            shown.append("…\n")
    write("bin/duckdb", f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c 'import duckdb, sys; print(duckdb.sql(sys.argv[2]))' \"$@\"\n")
    os.chmod("bin/duckdb", 0o755)
    ended = subprocess.run(["bash", "-c", "\n".join(script)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           env={**os.environ, "PATH": os.path.abspath("bin") + os.pathsep + os.environ["PATH"]})
    check(ended.returncode == 0, f"the quick start's commands ended with {ended.returncode}: {ended.stderr}")
    check(len(shown) >= 5, f"the quick start has no more commands than {script}")
    for number, text in enumerate(shown):
        with open(f"typed-{number}", encoding="utf-8") as file:
            printed = "".join(line.rstrip() + "\n" for line in file).rstrip("\n") + "\n"
        pattern = "".join("(?:.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.rstrip().split("…"))) + "\n"
                          for line in text.splitlines())
        check(re.fullmatch(pattern, printed), f"the quick start shows\n{text}\nand this is printed:\n{printed}")


@item(14, "the walk through the pages")
def walked():
    records = orders(3000)
    config = write("w.json", sluice("init", "--input", write("w.ndjson", lines(records)), "--stream", "walked").out)
    slash = edited(config, "slash.json", lambda stream: stream["ExtendedS3DestinationConfiguration"].update(
        Prefix="/" + stream["ExtendedS3DestinationConfiguration"]["Prefix"]))
    told = sluice("check", slash)
    sluice("run", "--config", slash, "--input", "w.ndjson", "--out", "slash").counts(3000)
    see("a leading slash delivers 3,000 of 3,000")
    sluice("run", "--config", config, "--input", "w.ndjson", "--out", "w.out").counts(3000)
    write("w.out/walked/raw/part.ndjson", lines(records[:300]))
    erased = sluice("erase", "--config", config, "--key", "customer=c001", "--source", "raw/", "--out", "w.out")
    erased.lacks("not looked into: raw/")
    see("erase --source does not call raw/ not looked into")
    half = gzip.compress(lines(records[:1500]).encode()), gzip.compress(lines(records[1500:]).encode())
    cut = write("cut.ndjson.gz", half[0] + half[1][:-400])
    run = sluice("run", "--config", config, "--input", cut, "--out", "cut", status=1)
    run.has("cut.ndjson.gz", f"byte {len(half[0])}").counts(1500, 1)
    see("a gzip file that is cut: delivered up to the member that does not hold, its byte named")
    broken = write("b.ndjson", lines(records[:10]) + "no JSON\n")
    sluice("run", "--config", config, "--input", broken, "--out", "b").counts(10, 1)
    check(len(sluice("errors", "--json", "b/walked/errors").out.splitlines()) == 1, "errors --json")
    sluice("run", "--config", config, "--lambda-event", write("event.json", "{}"), "--out", "none", status=2).has("--out")
    key = edited(config, "key.json", lambda stream: stream["ExtendedS3DestinationConfiguration"].update(
        EncryptionConfiguration={"KMSEncryptionConfig": {"AWSKMSKeyARN": "arn:aws:kms:us-east-1:123456789012:key/k"}}))
    sluice("run", "--config", key, "--input", "w.ndjson", "--out", "keyed").has("EncryptionConfiguration")
    see("errors --json, --lambda-event with --out, EncryptionConfiguration: said")
    copied()


def copied():
    """An interrupted run, and copies of its folder with extended attributes and without."""
    large = write("large.ndjson", "".join(lines(orders(20000)) for _ in range(10)))
    run = subprocess.Popen([SLUICE, "run", "--config", "w.json", "--input", large, "--out", "broken"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 300
    while run.poll() is None and time.monotonic() < deadline and len(glob.glob("broken/walked/**/*.gz", recursive=True)) < 20:
        time.sleep(0.01)
    if run.poll() is not None:
        see("the run was over before it could be interrupted")
        return
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    subprocess.run(["cp", "-r", "broken", "bare"], check=True)
    subprocess.run(["cp", "-a", "broken", "whole"], check=True)
    sluice("run", "--config", "w.json", "--input", large, "--out", "bare", "--resume", status=2).has("cp -a")
    sluice("run", "--config", "w.json", "--input", large, "--out", "whole", "--resume").has("delivered")
    sluice("verify", "--config", "w.json", "--input", large, "--out", "whole").has("every record is there once")
    see("an interrupted folder: a bare copy is refused with cp -a, that of cp -a is finished")


def tried(number):
    """An item in a process of its own: what was seen, or nothing, how long it took, and what is wrong."""
    function = next(function for each, _, function in ITEMS if each == number)
    folder = os.path.join(WORK, number)
    os.makedirs(folder)
    os.chdir(folder)
    SEEN.append([])
    begun = time.monotonic()
    wrong = None
    try:
        function()
    except Exception as failure:
        wrong = str(failure) if isinstance(failure, Wrong) else traceback.format_exc()
    return number, "; ".join(dict.fromkeys(SEEN[-1])), time.monotonic() - begun, wrong


def main():
    known = [number for number, _, _ in ITEMS]
    unknown = sorted(set(WANTED) - set(known))
    if unknown:
        print(f"hour: there is no item {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        sys.exit(2)
    wanted = WANTED or known
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    # What makes later starts short is made by the first ones; nobody is to wait for another's.
    os.chdir(WORK)
    sluice("check", os.path.join(CHECKOUT, "events/quakes/stream.json"))
    for out in ("first", "second"):
        sluice("run", "--config", os.path.join(CHECKOUT, "events/quakes/stream.json"), "--input",
               os.path.join(CHECKOUT, "events/quakes/earthquakes.ndjson"), "--out", out)
    verdicts = {}
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        for ended in concurrent.futures.as_completed(pool.submit(tried, number) for number in sorted(wanted, key=longest_first)):
            number, seen, seconds, wrong = ended.result()
            verdicts[number] = seen if wrong is None else "WRONG"
            print(f"item {number:>2}: {seconds:6.1f} s", flush=True)
            if wrong is not None:
                print(f"WRONG: {number}: {wrong}", file=sys.stderr, flush=True)
    print("\n| item | done | seen |\n|---|---|---|")
    for number, done, _ in ITEMS:
        if number in wanted:
            print(f"| {number} | {done} | {verdicts[number]} |")
    failed = [number for number in wanted if verdicts[number] == "WRONG"]
    if failed:
        sys.exit(f"hour: {len(failed)} of {len(wanted)} items are not as they should be: {', '.join(failed)}")
    if duckdb is None:
        print("hour: LEFT OUT: DuckDB, which is not here; all else is as it should be")
        sys.exit(77)
    print("All is as it should be.")


if __name__ == "__main__":
    main()
