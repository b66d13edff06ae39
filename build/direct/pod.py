"""A replica started as kubernetes/serve.yaml has it, without a cluster: another user, without rights, on a file system that is read only
but for TMPDIR; its probes; and SIGTERM while calls are under way. Needs root, unshare and setpriv.

Unlike there it listens on 127.0.0.1, runs from a release's archive without its image, and nothing bounds its memory but -Xmx.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import urllib.request

import boto3

import judge
import records
from clients import Call
from field import Field
from processes import SLUICE, Replica

USER = "65532"
CALLS = 8
# Everything that can be written to is mounted anew, but for the kernel's own.
READ_ONLY = """
set -eu
tmp=$1 home=$2 user=$3
shift 3
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$tmp"
while read -r _ at kind flags _; do
  case $kind,$at in proc,* | sysfs,* | devpts,* | devtmpfs,* | cgroup*,* | *,/dev/* | *,/sys/* | *,"$tmp") continue ;; esac
  case ,$flags, in *,ro,*) ;; *) mount -o remount,bind,ro "$at" ;; esac
done </proc/self/mounts
cd "$home"
exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all sh -c '
  for each in / /tmp /var/tmp . "$HOME"; do
    if (: >"$each/written") 2>/dev/null; then echo "$each can be written to" >&2; exit 99; fi
  done
  (: >"$TMPDIR/written") || exit 98
  exec "$@"' sh "$@"
"""


class Pod(Replica):
    def __init__(self, field, folder):
        self.folder = folder
        for each in ("tmp", "home"):
            (folder / each).mkdir()
        keys = folder / "keys"
        keys.write_text("local local\n")
        super().__init__("pod", field, keys)

    def command(self):
        [keys] = self.before
        own = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"), "SLUICE_START": "plain",
               "JAVA_OPTS": "-Xmx1g", "PATH": os.environ["PATH"], **self.field.told}
        if "JAVA_HOME" in os.environ:
            own["JAVA_HOME"] = os.environ["JAVA_HOME"]
        return ["unshare", "-m", "env", "-i", *(f"{name}={value}" for name, value in own.items()), "sh", "-c", READ_ONLY, "sh",
                own["TMPDIR"], own["HOME"], USER, SLUICE, "serve", "--stateless", "--port", "0", "--config",
                str(self.field.config), "--keys", str(keys)]


def missing():
    """The reason why it can't be tried here, if there is one."""
    if os.geteuid() or not all(map(shutil.which, ("unshare", "setpriv"))):
        return "it takes root, unshare and setpriv"
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        return "this user may make no mount namespace"
    other = ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", "env", "SLUICE_START=plain", SLUICE, "--version"]
    if subprocess.run(other, capture_output=True).returncode:
        return f"{SLUICE}, or what it runs, can't be read by another user; give --release DIR"
    return None


def put(endpoint, client, calls):
    """A call that is tried once, and what came of it."""
    firehose = boto3.client("firehose", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="local",
                            aws_secret_access_key="local", config=boto3.session.Config(retries={"total_max_attempts": 1}))
    begun = time.monotonic()
    try:
        firehose.put_record_batch(DeliveryStreamName="s", Records=[{"Data": records.line(client, n)} for n in range(100)])
        verdict = "acknowledged"
    except Exception:  # it may have come after the end
        verdict = "unknown"
    calls.append(Call(client, verdict, 0, 100, time.monotonic() - begun, 0))


def probe(port):
    # Whether it answers is looked at here, and not how soon: other work may have this machine's processors.
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=60) as answer:
        return answer.status


def run(options, work):
    """The figures of a run, and what is wrong, in sentences."""
    if why := missing():
        return {"left out": why}, []
    with Field(work) as field:
        folder = work / "pod"
        folder.mkdir()
        begun = time.monotonic()
        pod = Pod(field, folder)
        field.wait_until(f"the pod's start (its log: {work / 'pod.log'})", pod.is_healthy)
        started = time.monotonic() - begun
        calls, endpoint = [], f"http://127.0.0.1:{pod.port}"
        put(endpoint, 0, calls)
        threads = [threading.Thread(target=put, args=(endpoint, client, calls)) for client in range(1, CALLS)]
        for each in threads:
            each.start()
        time.sleep(0.3)
        probed = probe(pod.port)
        status = pathlib.Path(f"/proc/{pod.process.pid}/status").read_text().splitlines()
        told = {line.split(":")[0]: line.split()[1] for line in status if line.startswith(("Uid", "CapEff", "VmHWM"))}
        wrong = [f"it runs as {told['Uid']} with rights {told['CapEff']}"] if told["Uid"] != USER or int(told["CapEff"], 16) else []
        pod.stays_down = True
        pod.send(signal.SIGTERM)
        pod.join()
        for each in threads:
            each.join()
        field.drain()
        figures, misplaced = judge.judge(field.s3_client(), calls)
        return {"user": told["Uid"], "ready after": f"{started:.1f} s", "/health under load": probed,
                "ended after SIGTERM in": f"{pod.slowest_end:.1f} s", "records acknowledged": figures["acknowledged"],
                "records in objects": figures["landed"], "calls that came after its end": figures["unknown"] // 100,
                "resident at the most": f"{int(told['VmHWM']) // 1000} MB"}, wrong + pod.wrong + misplaced
