"""Replicas and the flusher: processes that are started again whenever they end, and whose ends are looked at."""
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
# The stores are the checkout's, whatever the replicas are.
CHECKOUT = str(HERE.parents[1] / "sluice")
SLUICE = os.environ.get("SLUICE", CHECKOUT)
# Where OTHER names the command of another version, starts of a process take turns: the first of all is SLUICE's.
VERSIONS = [SLUICE, *filter(None, [os.environ.get("OTHER")])]


def port_of(text):
    return int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)", text).group(1))


class Process:
    """A process that is started again whenever it ends, until it is told to stay down."""

    patience = 40  # seconds from SIGTERM to its end; an orchestrator's are 30
    ends_with = (0,)  # after SIGTERM, once it was ready

    def __init__(self, name, field):
        self.name = name
        self.field = field
        self.stays_down = False
        self.told_to_end = 0.0
        self.signals = []
        self.wrong = []
        self.slowest_end = 0.0
        self.starts = 0
        self.log = open(field.work / f"{name}.log", "a")
        self.start()
        field.processes.append(self)
        self.thread = threading.Thread(target=self.live, daemon=True)
        self.thread.start()

    def command(self):
        raise NotImplementedError

    def started(self):
        """Called in the thread of this process once it runs; tells when it is ready, and returns then or at its end."""

    def ended(self):
        """Called when it is no more."""

    def start(self):
        self.signals = []
        self.is_ready = False
        self.sluice = VERSIONS[self.starts % len(VERSIONS)]
        self.starts += 1
        self.process = subprocess.Popen(self.command(), env=self.field.environment, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)

    def live(self):
        while True:
            self.started()
            status = self.process.wait()
            self.ended()
            self.judge(status)
            self.process.stdout.close()
            if self.stays_down:
                return
            self.start()
            if self.stays_down:  # it was told so in between
                self.send(signal.SIGTERM)

    def judge(self, status):
        # What is not ready yet ends at once: the launcher by the signal, Java with the signal's status.
        expected = {signal.SIGKILL: (-9,), signal.SIGTERM: self.ends_with if self.is_ready else (0, 143, -15)}
        if signal.SIGTERM in self.signals:
            self.slowest_end = max(self.slowest_end, time.monotonic() - self.told_to_end)
        if not any(status in expected[each] for each in self.signals):
            self.wrong.append(f"{self.name} ended with {status} after {[each.name for each in self.signals] or 'no signal'}")

    def send(self, how):
        self.signals.append(how)
        self.told_to_end = time.monotonic()
        self.process.send_signal(how)

    def end(self):
        """Has it end for good."""
        self.stays_down = True
        self.send(signal.SIGTERM)
        self.join()

    def join(self):
        self.thread.join(self.patience)
        if self.thread.is_alive():
            self.wrong.append(f"{self.name} did not end within {self.patience} s of SIGTERM")
            self.process.kill()


class Replica(Process):
    """A `./sluice serve --stateless` behind the balancer."""

    def __init__(self, name, field, *before, config=None):
        self.before = before
        self.config = config or field.config
        self.port = None
        super().__init__(name, field)

    def command(self):
        return [*self.before, self.sluice, "serve", "--stateless", "--port", "0", "--config", str(self.config)]

    def started(self):
        line = self.process.stdout.readline()
        if line.startswith("Sluice serves "):
            self.is_ready = True
            self.port = port_of(line.split()[-1])
            self.field.balancer.add(self.port)

    def ended(self):
        port, self.port = self.port, None
        if port:
            self.field.balancer.remove(port)

    def is_healthy(self):
        return self.port in self.field.balancer.healthy


class Flusher(Process):
    """A `./sluice flush --every`."""

    patience = 600  # it ends with its run
    ends_with = (0, 1)  # by that run's own status: 1 where the stores of a busy machine did not answer in time, and Field.drain goes on

    def command(self):
        return [self.sluice, "flush", "--config", str(self.field.config), "--every", "5"]

    def started(self):
        for line in self.process.stdout:
            self.is_ready = True
            self.log.write(line)
