"""Commands in processes of their own, and what they left behind."""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib

from figures_table import check

# Seconds by the clock, seconds of the processor, the most memory of one of its processes in MB, when it began, what it printed.
Done = collections.namedtuple("Done", "seconds processor peak began said")
CHUNK = 1 << 20
ID = re.compile(rb'"id": ?(\d+)')
KIB = 1_024 / 1e6


def call(command, source=None, sink=None):
    """Runs a command to its end, which has to be a good one.

    Its standard output goes to the file `sink`; without one it is told, as standard error is. `source` is its standard input.
    """
    with tempfile.TemporaryFile() as said, open(sink or os.devnull, "wb") as out:
        began, start = time.time(), time.monotonic()
        process = subprocess.Popen(command, stdin=source or subprocess.DEVNULL, stdout=out if sink else said, stderr=said)
        _, ended, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(ended)
        said.seek(0)
        text = said.read().decode(errors="replace")
        check(process.returncode == 0, f"{command} ended with {process.returncode}: {text[-3_000:]}")
        return Done(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * KIB, began, text)


def stream(command, source_command):
    """The same, fed by another command through a pipe; the time of that one is not in it."""
    with subprocess.Popen(source_command, stdout=subprocess.PIPE) as source:
        done = call(command, source=source.stdout)
        source.stdout.close()
        check(source.wait() == 0, f"{source_command} ended with {source.returncode}")
    return done


def files(pattern):
    found = sorted(each for each in glob.glob(pattern, recursive=True) if os.path.isfile(each))
    check(found, f"there is nothing like {pattern}")
    return found


def first_and_last(pattern, done):
    """Seconds from a command's start until the first of its files was whole, and until all were: the last change of each counts, its
    renaming included."""
    changed = [os.stat(each).st_ctime_ns / 1e9 - done.began for each in files(pattern)]
    return min(changed), max(changed)


def lines(path):
    """The text of a file of lines in pieces that end with a line; of GZIP, where it is."""
    inflate, rest = None, b""
    with open(path, "rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        while chunk := file.read(CHUNK):
            while chunk:
                if zipped:
                    inflate = inflate or zlib.decompressobj(zlib.MAX_WBITS | 16)
                    text = inflate.decompress(chunk)
                    chunk = inflate.unused_data
                    inflate = None if inflate.eof else inflate
                else:
                    text, chunk = chunk, b""
                whole, end, more = (rest + text).rpartition(b"\n")
                rest = more
                yield whole + end
    check(not rest and inflate is None, f"{path} is not whole")


def require_records(pattern, records, what):
    """Holds the ids in files against those of so many records, each once: their number, their sum, and that of their squares."""
    count = total = squares = 0
    for path in files(pattern):
        for text in lines(path):
            ids = [int(each) for each in ID.findall(text)]
            check(len(ids) == text.count(b"\n"), f"{path} has lines that are no record, or records that are no line")
            count += len(ids)
            total += sum(ids)
            squares += sum(each * each for each in ids)
    n = records - 1
    check((count, total, squares) == (records, n * (n + 1) // 2, n * (n + 1) * (2 * n + 1) // 6),
          f"{what} has {count:,} records, and not the {records:,} that it was made of, each once")


def tell(text):
    print(text, file=sys.stderr, flush=True)
