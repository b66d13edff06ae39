"""`serve --stateless` with real processes: see run."""
import argparse
import pathlib
import random
import signal
import sys
import time

import figures
import judge
import kills
import pod
import rolling

parser = argparse.ArgumentParser(prog="build/direct/run", description="serve --stateless, proven with real processes")
parser.add_argument("--records", type=int, default=20_000, help="to be acknowledged at least (default: 20,000)")
parser.add_argument("--kills", type=int, default=12, help="of replicas and the flusher (default: 12)")
parser.add_argument("--seconds", type=float, default=120, help="after which no kill and no record is waited for (default: 120)")
parser.add_argument("--pause", type=float, default=1.5, help="seconds between two kills, on average (default: 1.5)")
parser.add_argument("--lanes", type=int, default=2, help="of the stream that is killed; 0: its configuration names none (default: 2)")
parser.add_argument("--rounds", type=int, default=1, help="in which each replica is replaced, when rolling (default: 1)")
parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
parser.add_argument("--plant", choices=("anew", "loss"), help="a mistake that the judge has to find")
parser.add_argument("--rolling", action="store_true", help="the rolling deployment alone")
parser.add_argument("--killing", action="store_true", help="the kills alone")
parser.add_argument("--pod", action="store_true", help="the start as Kubernetes makes it alone")
parser.add_argument("--figures", nargs="*", choices=("latency", "core", "scaling", "overload"), help="measure, all or these")
parser.add_argument("--overload", type=float, default=300, metavar="SECONDS", help="of that figure (default: 300)")
parser.add_argument("--work", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
parser.add_argument("--modules", help=argparse.SUPPRESS)
options = parser.parse_args()
if options.figures == []:
    options.figures = ["latency", "core", "scaling", "overload"]
scenarios = {"killing": kills.run, "rolling": rolling.run, "pod": pod.run}
chosen = {name: each for name, each in scenarios.items() if getattr(options, name)} or ({} if options.figures else scenarios)
if options.figures:
    chosen["figures"] = figures.run
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # not without ending what was started
print(f"direct: seed {options.seed}", flush=True)
failed = False
for name, scenario in chosen.items():
    begun = time.monotonic()
    told, wrong = scenario(options, options.work / name)
    width = max(map(len, told))
    print(f"\ndirect: {name} ({time.monotonic() - begun:.0f} s)")
    for what, figure in told.items():
        print(f"  {what:<{width}}  {figure}")
    for each in judge.told(wrong):
        print(f"  WRONG: {each}", flush=True)
    failed |= bool(wrong)
sys.exit(1 if failed else 0)
