"""moto's server, one for each stream: what is made in it goes with it."""
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.request

SERVER = pathlib.Path(__file__).parent.parent / "emulator" / "moto_on_loopback.py"
SECONDS = 120


class Emulator:
    def __init__(self, log):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        with open(log, "w", encoding="utf-8") as to:
            self._server = subprocess.Popen([sys.executable, str(SERVER), str(port)], stdout=to, stderr=to)
        self._wait(log)

    def _wait(self, log):
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and self._server.poll() is None:
            try:
                urllib.request.urlopen(self.url + "/moto-api/").close()
                return
            except OSError:
                time.sleep(1)
        self.stop()
        raise SystemExit(f"terraform: moto's server does not start (see {log})")

    def environment(self):
        return os.environ | {
            "AWS_ENDPOINT_URL": self.url, "AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "emulator", "AWS_SECRET_ACCESS_KEY": "emulator"}

    def client(self, service):
        import boto3

        return boto3.client(service, endpoint_url=self.url, region_name="us-east-1", aws_access_key_id="emulator",
                            aws_secret_access_key="emulator")

    def stop(self):
        self._server.terminate()
        self._server.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
