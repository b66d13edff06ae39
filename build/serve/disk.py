"""A file system in a file, whose power fails: what the system had not written yet is gone, and what it had written is there in any order.

The file system is ext4 with `data=writeback`, which may have a file's length on the disk before its bytes. Needs root, loop devices and mkfs.ext4.
"""
import ctypes
import filecmp
import os
import pathlib
import signal
import subprocess

SYNC_FILE_RANGE_WRITE = 2
libc = ctypes.CDLL(None, use_errno=True)
libc.sync_file_range.argtypes = [ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint]


class Disk:
    def __init__(self, mount, chance, megabytes=96):
        self.mount = mount
        self.chance = chance
        self.image = mount.with_suffix(".disk")
        self.cut = mount.with_suffix(".cut")
        mount.mkdir(parents=True)
        with open(self.image, "wb") as image:
            image.truncate(megabytes << 20)
        run("mkfs.ext4", "-q", self.image)
        self.attach()

    def attach(self):
        run("mount", "-o", "loop,data=writeback,commit=1000", self.image, self.mount)

    def fail(self, process, stop):
        """Ends all writes at this moment, and keeps what the disk has by then. Clients hear nothing any more."""
        self.write_some()
        process.send_signal(signal.SIGSTOP)
        stop.set()
        while True:
            run("cp", "--sparse=always", self.image, self.cut)
            if filecmp.cmp(self.image, self.cut, shallow=False):
                return

    def write_some(self):
        """Has the system write pages of some files, as it does when it needs room."""
        files = [each for each in pathlib.Path(self.mount).rglob("*") if each.is_file()]
        for each in self.chance.sample(files, min(len(files), self.chance.randrange(12))):
            try:
                with open(each, "rb") as file:
                    size = os.fstat(file.fileno()).st_size
                    at = self.chance.randrange(size + 1) & -4096
                    libc.sync_file_range(file.fileno(), at, self.chance.randrange(1, 64) * 4096, SYNC_FILE_RANGE_WRITE)
            except FileNotFoundError:
                continue

    def restore(self):
        if not self.cut.exists():
            return
        run("umount", self.mount)
        os.replace(self.cut, self.image)
        self.attach()

    def close(self):
        run("umount", self.mount)
        self.image.unlink()


def run(*command):
    subprocess.run([str(each) for each in command], check=True)
