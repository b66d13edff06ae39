"""Clients of a scenario: processes of boto3 and, where it is there, of the SDK for JavaScript; and what they tell."""
import collections
import pathlib
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
Call = collections.namedtuple("Call", "client verdict first count seconds retries")


class Clients:
    def __init__(self, endpoint, count, seed, modules, errors, plant=()):
        self.calls = []
        self.lock = threading.Lock()
        self.acknowledged = 0
        self.processes, self.threads = [], []
        for number in range(count):
            # Every fourth.
            command = (["node", str(HERE / "put.mjs"), endpoint, str(number), modules] if modules and number % 4 == 3 else
                       [sys.executable, str(HERE / "put.py"), endpoint, str(number), str(seed), *plant])
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
            thread = threading.Thread(target=self.listen, args=(number, process), daemon=True)
            thread.start()
            self.processes.append(process)
            self.threads.append(thread)

    def listen(self, client, process):
        for line in process.stdout:
            verdict, first, count, seconds, retries = line.split()
            call = Call(client, verdict, int(first), int(count), float(seconds), int(retries))
            with self.lock:
                self.calls.append(call)
                self.acknowledged += call.count if verdict == "acknowledged" else 0

    def end(self):
        """Lets each finish its call. The names of those that failed."""
        for each in self.processes:
            each.stdin.close()
        for each in self.threads:
            each.join(timeout=300)
        return [f"client {number} ended with {each.wait(timeout=10)}" for number, each in enumerate(self.processes)
                if each.wait(timeout=10)]
