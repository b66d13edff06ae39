"""Replicas and the flusher are killed by SIGKILL, and replicas told to end by SIGTERM, at random moments under load."""
import random
import signal
import time
import urllib.request

import judge
from clients import Clients
from field import Field
from processes import Flusher, Replica

LOST_SHARE = 0.05
CLIENTS = 8
REPLICAS = 4


def metrics(port):
    """The sum of each of a replica's figures."""
    sums = {}
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        for line in answer.read().decode().splitlines():
            if not line.startswith("#"):
                name, value = line.rsplit(" ", 1)
                name = name.split("{")[0]
                sums[name] = sums.get(name, 0) + float(value)
    return sums


def kill_some(options, chance, replicas, flusher, clients):
    """Makes kills until there are enough of these and of records, or the time is over. How many of each kind there were."""
    made = {"SIGKILL": 0, "SIGTERM": 0, "of the flusher": 0}
    until = time.monotonic() + options.seconds
    told = 0
    while time.monotonic() < until and (
            sum(made.values()) < options.kills or clients.acknowledged < options.records):
        time.sleep(chance.expovariate(1 / options.pause))
        if sum(made.values()) >= options.kills:
            continue
        victim = chance.choice([*replicas, flusher] if chance.random() < 0.3 else replicas)
        if victim.signals or victim.process.poll() is not None:
            continue
        # Where none is left nothing is tried: clients give up, and that is all.
        if victim is not flusher and not any(each.is_healthy() and not each.signals for each in replicas if each is not victim):
            continue
        if victim is flusher:
            victim.send(signal.SIGKILL)
            made["of the flusher"] += 1
        elif victim.port and chance.random() < 0.5:
            victim.send(signal.SIGTERM)
            made["SIGTERM"] += 1
        else:
            victim.send(signal.SIGKILL)
            made["SIGKILL"] += 1
        if sum(made.values()) >= told + 25:
            told = sum(made.values())
            print(f"direct: {told} kills, {clients.acknowledged} records acknowledged", flush=True)
    return made


def run(options, work):
    """The figures of a run, and what is wrong, in sentences."""
    chance = random.Random(f"{options.seed} kills")
    with Field(work, options.seed, LOST_SHARE, options.lanes) as field, open(work / "clients.log", "w") as errors:
        replicas = [Replica(f"replica-{number}", field) for number in range(REPLICAS - 1)]
        field.wait_until("the replicas' start", lambda: all(each.is_healthy() for each in replicas))
        flusher = Flusher("flusher", field)
        begun = time.monotonic()
        clients = Clients(field.endpoint, CLIENTS, options.seed, options.modules, errors,
                          ["anew"] if options.plant == "anew" else [])
        # The first call that is staged decides with how many lanes the stream begins. Then comes one of another deployment, which knows
        # of none.
        field.wait_until("the first call", lambda: clients.acknowledged)
        replicas.append(Replica(f"replica-{REPLICAS - 1}", field, config=field.configured("without-lanes.json", None)))
        made = kill_some(options, chance, replicas, flusher, clients)
        seconds = time.monotonic() - begun
        wrong = clients.end()
        field.wait_until("the replicas' last start", lambda: all(each.is_healthy() for each in replicas))
        sums = [metrics(each.port) for each in replicas]
        for each in [flusher, *replicas]:
            each.end()
            wrong += each.wrong
        field.drain()
        segments = field.segments()
        s3 = field.s3_client()
        if options.plant == "loss":
            s3.delete_object(Bucket="data", Key=judge.objects(s3)[0])
        figures, misplaced = judge.judge(s3, clients.calls)
        wrong += misplaced
        alive = sum(each["sluice_records_total"] for each in sums)
        if alive > figures["acknowledged"] + figures["unknown"]:
            wrong.append(f"the last replicas count {alive:.0f} records, and clients put fewer")
        if any(each.get("sluice_calls_without_id_total") for each in sums):
            wrong.append("some calls had no name")
        if sorted(segments) != list(range(options.lanes or 1)):
            wrong.append(f"segments lie in the lanes {sorted(segments)}")
        if not clients.acknowledged or options.kills and not sum(made.values()):
            wrong.append(f"{clients.acknowledged} records were acknowledged, and {sum(made.values())} kills made: that proves nothing")
        return {
            **{f"records {each}": figures[each] for each in ("acknowledged", "refused", "unknown", "unknown, delivered")},
            "records in objects": figures["landed"], "objects": figures["objects"], "calls": figures["calls"],
            "calls tried again by their SDK": figures["calls tried again"], "answers lost by the balancer": field.balancer.lost,
            **{f"kills {each}" if each.startswith("of") else f"kills by {each}": count for each, count in made.items()},
            "slowest end after SIGTERM": f"{max(each.slowest_end for each in replicas):.1f} s",
            "records counted by the last four replicas": f"{alive:.0f}",
            "calls that these knew again": f"{sum(each['sluice_calls_repeated_total'] for each in sums):.0f}",
            "segments by lane": ", ".join(f"{lane}: {count}" for lane, count in sorted(segments.items())),
            "asked for": f"{options.records} records and {options.kills} kills, in {options.seconds:.0f} s at the most",
            "under load": f"{seconds:.0f} s"}, wrong
