"""A rolling deployment under load: replicas are replaced one by one, and no client sees a call fail. With two versions each round
replaces one by the other, and a flusher beside them is killed at each replacement, and started as the other one."""
import signal
import time

import judge
from clients import Clients
from field import Field
from processes import VERSIONS, Flusher, Replica

CLIENTS = 8
REPLICAS = 4
LEAVING_SECONDS = 2  # between a replica's leaving the balancer and its SIGTERM; five in the manifest


def replace(field, replica):
    """Takes one out of the balancer, tells it to end, and waits until it is healthy again."""
    old = replica.process
    field.balancer.remove(replica.port)
    time.sleep(LEAVING_SECONDS)
    replica.send(signal.SIGTERM)
    field.wait_until(f"the end of {replica.name}", lambda: replica.process is not old)
    field.wait_until(f"the start of {replica.name}", replica.is_healthy)


def run(options, work):
    """The figures of a run, and what is wrong, in sentences."""
    with Field(work, options.seed) as field, open(work / "clients.log", "w") as errors:
        replicas = [Replica(f"replica-{number}", field) for number in range(REPLICAS)]
        field.wait_until("the replicas' start", lambda: all(each.is_healthy() for each in replicas))
        clients = Clients(field.endpoint, CLIENTS, options.seed, options.modules, errors)
        field.wait_until("the clients' start", lambda: len({each.client for each in clients.calls}) == CLIENTS)
        begun = time.monotonic()
        flushers = [Flusher("flusher", field)] if len(VERSIONS) > 1 else []
        for _ in range(options.rounds):
            for each in replicas:
                replace(field, each)
                for flusher in flushers:
                    if flusher.is_ready and not flusher.signals:
                        flusher.send(signal.SIGKILL)
        seconds = time.monotonic() - begun
        wrong = clients.end()
        for each in [*flushers, *replicas]:
            each.end()
            wrong += each.wrong
        field.drain()
        figures, misplaced = judge.judge(field.s3_client(), clients.calls)
        wrong += misplaced
        given_up = [each for each in clients.calls if each.verdict == "unknown"]
        if given_up:
            wrong.append(f"{len(given_up)} calls failed for their clients")
        waits = sorted(each.seconds for each in clients.calls if each.verdict == "acknowledged")
        return {
            "replicas replaced": options.rounds * REPLICAS, "starts of the flusher": sum(each.starts for each in flushers),
            "records acknowledged": figures["acknowledged"], "records refused": figures["refused"],
            "records in objects": figures["landed"], "calls": figures["calls"],
            "calls tried again by their SDK": figures["calls tried again"], "calls that failed": len(given_up),
            "slowest call": f"{waits[-1]:.2f} s",
            "slowest end after SIGTERM": f"{max(each.slowest_end for each in replicas):.1f} s",
            "under load": f"{seconds:.0f} s"}, wrong
