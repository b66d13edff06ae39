"""A `./sluice serve` of a test."""
import os
import signal
import subprocess


class Served:
    """Starts the server on a free port and waits for its ready line."""

    def __init__(self, root, out, *options):
        self.process = subprocess.Popen(
            [os.path.join(root, "sluice"), "serve", "--port", "0", "--out", out, *options],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("Sluice serves "):
            raise SystemExit(f"the server did not start: {line!r}")
        self.uri = line.split()[-1]

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait(timeout=120)

    def kill(self):
        return self.end(signal.SIGKILL)

    def stop(self):
        return self.end(signal.SIGTERM)
