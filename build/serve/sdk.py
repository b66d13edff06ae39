"""The AWS SDK for JavaScript, installed in a folder of its own, and what it put, counted."""
import json
import os
import pathlib
import subprocess
import sys

from served import Served

root, out, modules = sys.argv[1:]
served = Served(root, out)
try:
    subprocess.run(["node", os.path.join(root, "build/serve/sdk.mjs"), served.uri, modules], check=True)
finally:
    served.stop()
numbers = sorted(json.loads(line)["n"] for file in pathlib.Path(out, "js-bucket").glob("k=*/*")
                 for line in file.read_text().splitlines())
if numbers != list(range(1, 502)):
    raise SystemExit(f"{len(numbers)} of 501 records are delivered, or others")
print("AWS SDK for JavaScript: 501 records, each once")
