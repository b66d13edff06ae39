"""Figures of `serve --stateless` on this machine. None of them is held against a bound: a machine of two cores with all on it says
little of another one. Each row says what it was measured under."""
import collections
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

from field import DYNAMODB_SECONDS, S3_SECONDS, STREAM, Field
from processes import Replica

HERE = pathlib.Path(__file__).resolve().parent
WARM_SECONDS = 15
SECONDS = 30
TICKS = os.sysconf("SC_CLK_TCK")
Done = collections.namedtuple("Done", "calls megabytes seconds p50 p99 statuses")


def loaded(endpoint, processes, seconds, threads, records, size, rate=None):
    """What came of a load by so many processes, each with its threads and its share of the rate."""
    command = [sys.executable, str(HERE / "load.py"), endpoint, str(seconds), str(threads), str(records), str(size),
               *([str(rate / processes)] if rate else [])]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    told = [json.loads(each.communicate()[0]) for each in running]
    times = sorted(took for each in told for took in each["times"]) or [0.0]
    statuses = collections.Counter()
    for each in told:
        statuses.update(each["statuses"])
    longest = max(each["seconds"] for each in told)
    return Done(statuses["200"] / longest, sum(each["bytes"] for each in told) / longest / 1e6, longest,
                times[len(times) // 2], times[len(times) * 99 // 100], statuses)


def cpu_seconds(process):
    """Of the processor, so far."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measured(field, replicas, *load, **more):
    """A load after one that warms, and what the replicas took of the processor for it. The flusher has run in between: until it has
    for the first time, each group of calls looks for a manifest, by a request more to S3."""
    loaded(field.endpoint, load[0], WARM_SECONDS, *load[1:], **more)
    field.drain()
    before = sum(cpu_seconds(each.process) for each in replicas)
    done = loaded(field.endpoint, load[0], SECONDS, *load[1:], **more)
    return done, sum(cpu_seconds(each.process) for each in replicas) - before


def ready(field, *replicas):
    field.wait_until("the replicas' start", lambda: all(each.is_healthy() for each in replicas))
    return replicas


def text(done):
    failed = {status: count for status, count in done.statuses.items() if status != "200"}
    return (f"{done.calls:.0f} calls/s, {done.megabytes:.1f} MB/s, p50 {done.p50 * 1000:.0f} ms, p99 {done.p99 * 1000:.0f} ms"
            + (f", not answered well: {failed}" if failed else ""))


def latency(work):
    with Field(work) as field:
        replicas = ready(field, *(Replica(f"replica-{number}", field) for number in range(2)))
        done, cpu = measured(field, replicas, 1, 16, 100, 1_000, rate=20)
        yield "two replicas, 20 calls/s of 100 records of 1 KB", text(done)
        yield "  the replicas' share of a core", f"{cpu / done.seconds:.2f}"
        yield "  requests as the relays timed them, median", ", ".join(
            f"{name} {statistics.median(each.took) * 1000:.1f} ms" for name, each in
            (("S3", field.s3), ("DynamoDB", field.dynamodb)))


def core(work):
    every = os.sched_getaffinity(0)
    if len(every) < 2:
        yield "a replica on a core of its own", "left out: there is one core"
        return
    first, *rest = sorted(every)
    os.sched_setaffinity(0, rest)  # what is started from here inherits it
    try:
        with Field(work) as field:
            replicas = ready(field, Replica("replica", field, "taskset", "-c", str(first)))
            for what, load in (("calls of 500 records of 1 KB, 16 at once", (1, 16, 500, 1_000)),
                               ("calls of a record of 1 KB, 64 at once", (1, 64, 1, 1_000))):
                done, cpu = measured(field, replicas, *load)
                yield f"a replica on a core, {what}", text(done)
                yield "  its share of the core; for a whole one that is", (
                    f"{cpu / done.seconds:.2f}; {done.megabytes * done.seconds / cpu:.0f} MB and "
                    f"{done.calls * done.seconds / cpu:.0f} calls a second of the processor")
    finally:
        os.sched_setaffinity(0, every)


def scaling(work):
    for count in (1, 2, 4):
        with Field(work / str(count)) as field:
            replicas = ready(field, *(Replica(f"replica-{number}", field) for number in range(count)))
            done, cpu = measured(field, replicas, count, 8, 10, 1_000)
            yield f"{count} replicas, 8 clients each, calls of 10 records of 1 KB", text(done)
            yield "  the replicas' share of all cores", f"{cpu / done.seconds:.2f} of {len(os.sched_getaffinity(0))}"


def memory(process, jdk):
    """MB: the resident set, the heap in use, and its old generation in use. `jdk` is a process of a JDK, which can tell."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    rss = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1000
    jstat = pathlib.Path(os.readlink(f"/proc/{jdk.pid}/exe")).with_name("jstat")
    head, row = subprocess.run([jstat, "-gc", str(process.pid)], capture_output=True, text=True, check=True).stdout.splitlines()
    used = dict(zip(head.split(), row.split(), strict=True))
    heap = sum(float(used[name]) for name in ("S0U", "S1U", "EU", "OU")) / 1000
    return rss, heap, float(used["OU"]) / 1000


def overload(work, seconds):
    """One replica with more calls at once than it has room for: 48 of 4 MB."""
    with Field(work) as field:
        [replica] = ready(field, Replica("replica", field))
        load = subprocess.Popen([sys.executable, str(HERE / "load.py"), field.endpoint, str(seconds), "48", "500", "8000"],
                                stdout=subprocess.PIPE, text=True)
        begun, samples = time.monotonic(), []
        while load.poll() is None and time.monotonic() < begun + seconds:
            time.sleep(5)
            samples.append((time.monotonic() - begun, *memory(replica.process, field.stores)))
        told = json.loads(load.communicate()[0])
        total = sum(told["statuses"].values())
        yield "overload: a replica of -Xmx1g, 48 calls of 4 MB at once", (
            f"{told['seconds']:.0f} s, {told['bytes'] / told['seconds'] / 1e6:.1f} MB/s taken, "
            + ", ".join(f"{count / total:.1%} {status}" for status, count in sorted(told["statuses"].items())))
        for share in range(5):
            part = samples[len(samples) * share // 5:len(samples) * (share + 1) // 5]
            if part:
                yield f"  {part[0][0]:.0f} to {part[-1][0]:.0f} s: the most of RSS, heap, old generation", " / ".join(
                    f"{max(each[at] for each in part):.0f} MB" for at in (1, 2, 3))
        if replica.wrong:
            yield "  WRONG", str(replica.wrong)


def run(options, work):
    """The figures, and what is wrong: nothing is, since none has a bound."""
    settings = STREAM["Sluice"]["Source"]
    figures = {
        "machine": f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; stores, relays and clients are on it too",
        "settings": f"GroupMillis {settings['GroupMillis']}, S3 {S3_SECONDS * 1000:.0f} ms, DynamoDB {DYNAMODB_SECONDS * 1000:.0f} ms"}
    for name, part in (("latency", latency), ("core", core), ("scaling", scaling),
                       ("overload", lambda folder: overload(folder, options.overload))):
        if name in options.figures:
            for what, figure in part(work / name):
                print(f"direct: {what}: {figure}", flush=True)
                while what in figures:
                    what += " "
                figures[what] = figure
    return figures, []
