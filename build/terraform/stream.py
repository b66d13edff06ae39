"""A root configuration of one stream, in a folder of its own, and Terraform over it."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import typing
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "out" / "terraform"
STREAMS = WORK / "streams"
# What Terraform has to answer in; a provider tries again for longer.
SECONDS = 900


def say(text):
    print(f"terraform: {text}", flush=True)


class Release(typing.NamedTuple):
    command: pathlib.Path
    functions: pathlib.Path
    module: pathlib.Path


@functools.cache
def release():
    """What SLUICE_RELEASE names, a folder from the checkout; or the checkout as it is built."""
    if "SLUICE_RELEASE" not in os.environ:
        return Release(ROOT / "sluice", ROOT / "functions" / "lambda" / "target" / "sluice-functions.jar", ROOT / "terraform" / "stream")
    folder = ROOT / os.environ["SLUICE_RELEASE"]
    archives, jars = list(folder.glob("sluice-*.tar.gz")), list(folder.glob("sluice-functions-*-lambda.jar"))
    if len(archives) != 1 or len(jars) != 1:
        raise SystemExit(f"terraform: {folder} has {len(archives)} archives and {len(jars)} jars of functions, not one;"
                         " make a release by build/release/run")
    unpacked = WORK / "release"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(archives[0]) as archive:
        archive.extractall(unpacked, filter="tar")
    home, = unpacked.iterdir()
    return Release(home / "bin" / "sluice", jars[0], home / "terraform" / "stream")


def sluice(configuration):
    """What Sluice derives of a configuration, as text."""
    return subprocess.run([release().command, "template", "--config", str(configuration), "--format", "terraform"],
                          cwd=ROOT, check=True, capture_output=True, text=True).stdout


def terraform(folder, *arguments, environment=None):
    variables = (environment or os.environ) | {"TF_IN_AUTOMATION": "1", "CHECKPOINT_DISABLE": "1", "NO_COLOR": "1"}
    # A file that is named and not there is a warning in front of all that is printed.
    if not os.path.exists(variables.get("TF_CLI_CONFIG_FILE", "")):
        variables["TF_CLI_CONFIG_FILE"] = os.devnull
    return subprocess.run(["terraform", *arguments], cwd=folder, env=variables, check=False, capture_output=True, text=True,
                          timeout=SECONDS)


def init(folder):
    """What `prepare` then gives to other folders: the provider is unpacked and looked at once."""
    plugins = os.environ.get("SLUICE_TERRAFORM_PLUGINS")
    done = terraform(folder, "init", "-no-color", *([f"-plugin-dir={plugins}"] if plugins else []))
    if done.returncode != 0 and "provider" in done.stderr:
        print(f"terraform: left out: the AWS provider can't be had here:\n{done.stderr}")
        raise SystemExit(77)
    require(done, "init")


def unboxed(text):
    """What Terraform says, without its lines and frames."""
    return " ".join(text.replace("│", " ").split())


def require(done, what, status=0):
    if done.returncode != status:
        # What is planned stands before what went wrong, and is long.
        told = done.stdout if status == 0 and not done.stderr else ""
        raise SystemExit(f"terraform: {what} ended with {done.returncode} and not {status}:\n{told}{done.stderr}")
    return done


def prepare(folder, initialised, part="."):
    """Has in `folder`, which is as deep as `initialised` and has the same modules, what came of the `init` there; or the providers of
    it alone. The lock is without its sums: each command would read all of the provider, 700 MB, once more to hold them against it."""
    given = folder / ".terraform" / part
    given.parent.mkdir(parents=True, exist_ok=True)
    given.symlink_to(initialised / ".terraform" / part)
    lock = (initialised / ".terraform.lock.hcl").read_text(encoding="utf-8")
    (folder / ".terraform.lock.hcl").write_text(re.sub(r"\n *hashes = \[.*?]", "", lock, flags=re.DOTALL), encoding="utf-8")


def write(folder, module, **more):
    """Writes a root configuration: the module under the name `stream`, and what stands beside it."""
    source = {"source": os.path.relpath(release().module, folder), "runtime": "java21"}
    provider = {"region": "us-east-1", "s3_use_path_style": True, "skip_credentials_validation": True,
                "skip_metadata_api_check": True, "max_retries": 3}
    (folder / "main.tf.json").write_text(
        json.dumps({"provider": {"aws": provider}, "module": {"stream": source | module}} | more, indent=2), encoding="utf-8")


def outputs(state):
    """The module's, of what is shown of a state."""
    return state["values"]["outputs"]["stream"]["value"]


class Stream:
    def __init__(self, folder, configuration, values, beside=None, **variables):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "stream.json").write_bytes(pathlib.Path(configuration).read_bytes())
        (self.folder / "values.json").write_text(values, encoding="utf-8")
        for jar in ("functions", "parquet"):
            with zipfile.ZipFile(self.folder / f"{jar}.jar", "w") as stands_for:
                stands_for.writestr(zipfile.ZipInfo("stands-for"), jar)
        self.write(beside, **variables)

    def write(self, beside=None, **variables):
        """Writes the configuration: the module with these variables, and resources that are made beside it."""
        write(self.folder, {
            "configuration": "${path.module}/stream.json", "values": "${path.module}/values.json",
            "code": {"functions": "${path.module}/functions.jar", "parquet": "${path.module}/parquet.jar"}} | variables,
            output={"stream": {"value": "${module.stream}"}}, **({"resource": beside} if beside else {}))

    def terraform(self, *arguments, environment=None):
        return terraform(self.folder, *arguments, environment=environment)

    def state(self, environment):
        return json.loads(require(self.terraform("show", "-json", environment=environment), "show").stdout)
