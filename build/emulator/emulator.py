"""moto's server on this machine, for one user at a time: what is made in it goes with it."""

import contextlib
import glob
import os
import pathlib
import queue
import re
import socket
import subprocess
import sys
import time
import urllib.request

import boto3
from botocore.config import Config

SERVER = pathlib.Path(__file__).with_name("moto_on_loopback.py")
SECONDS = 120
# A call that is sent again runs its function again.
ONCE = Config(retries={"total_max_attempts": 1}, read_timeout=900)


class Emulator:
    """Functions run on it where `functions` names a folder, which gets their jars."""

    def __init__(self, log, functions=None):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.log = log
        self.url = f"http://127.0.0.1:{port}"
        here = os.environ | ({"SLUICE_JAVA": java(), "SLUICE_JARS": str(functions)} if functions else {})
        with open(log, "w", encoding="utf-8") as to:
            self._server = subprocess.Popen([sys.executable, str(SERVER), str(port)], stdout=to, stderr=to, env=here)
        self._wait(log)

    def _wait(self, log):
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and self._server.poll() is None:
            try:
                urllib.request.urlopen(self.url + "/moto-api/").close()
                return
            except OSError:
                time.sleep(0.2)
        self.stop()
        raise SystemExit(f"emulator: moto's server does not start (see {log})")

    def environment(self):
        return os.environ | {
            "AWS_ENDPOINT_URL": self.url, "AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "emulator", "AWS_SECRET_ACCESS_KEY": "emulator"}

    def client(self, service, key="emulator"):
        """Of whoever may do everything, or by the rights of the role `key` (rights.py)."""
        # Each its own session: boto3's shared one makes no two clients at a time.
        return boto3.session.Session().client(service, endpoint_url=self.url, region_name="us-east-1", aws_access_key_id=key,
                                              aws_secret_access_key="emulator", config=ONCE)

    def reset(self):
        """Takes away all that was made in it."""
        urllib.request.urlopen(urllib.request.Request(self.url + "/moto-api/reset", method="POST")).close()

    def stop(self):
        self._server.terminate()
        self._server.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Emulators:
    """As many as work side by side, each started when it is first needed; whoever takes one finds it empty."""

    def __init__(self, count, logs):
        self._started = {}
        self._free = queue.SimpleQueue()
        for number in range(count):
            self._free.put(logs / f"moto-{number}.log")

    @contextlib.contextmanager
    def one(self):
        log = self._free.get()
        try:
            if log in self._started:
                self._started[log].reset()
            else:
                self._started[log] = Emulator(log)
            yield self._started[log]
        finally:
            self._free.put(log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self._started.values():
            each.stop()


def java():
    """The java of a JDK 25 or newer, on which functions run."""
    if os.environ.get("SLUICE_JAVA"):
        return os.environ["SLUICE_JAVA"]
    for pattern in (os.environ.get("JAVA_HOME", ""), "/usr/lib/jvm/*", "/opt/*", "/opt/java/*",
                    "/Library/Java/JavaVirtualMachines/*/Contents/Home", "~/.sdkman/candidates/java/*", "~/.jdks/*"):
        for home in map(pathlib.Path, sorted(glob.glob(os.path.expanduser(pattern)))):
            if (home / "bin" / "javac").exists() and (home / "release").exists():
                version = re.search(r'^JAVA_VERSION="(\d+)', (home / "release").read_text(encoding="utf-8"), re.MULTILINE)
                if version and int(version[1]) >= 25:
                    return str(home / "bin" / "java")
    raise SystemExit("emulator: no JDK 25 found, on which functions would run; install one, or point JAVA_HOME to it")
