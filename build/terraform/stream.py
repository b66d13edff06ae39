"""A root configuration of one stream, in a folder of its own, and Terraform over it."""
import json
import os
import pathlib
import subprocess
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What Terraform has to answer in; a provider tries again for longer.
SECONDS = 900


def sluice(configuration):
    """What Sluice derives of a configuration, as text."""
    return subprocess.run([os.environ.get("SLUICE", str(ROOT / "sluice")), "template", "--config", str(configuration), "--format", "terraform"],
                          cwd=ROOT, check=True, capture_output=True, text=True).stdout


def terraform(folder, *arguments, environment=None):
    variables = (environment or os.environ) | {"TF_IN_AUTOMATION": "1", "CHECKPOINT_DISABLE": "1", "NO_COLOR": "1"}
    # A file that is named and not there is a warning in front of all that is printed.
    if not os.path.exists(variables.get("TF_CLI_CONFIG_FILE", "")):
        variables["TF_CLI_CONFIG_FILE"] = os.devnull
    return subprocess.run(["terraform", *arguments], cwd=folder, env=variables, check=False, capture_output=True, text=True,
                          timeout=SECONDS)


def init(folder):
    plugins = os.environ.get("SLUICE_TERRAFORM_PLUGINS")
    done = terraform(folder, "init", "-no-color", *([f"-plugin-dir={plugins}"] if plugins else []))
    if done.returncode != 0 and "provider" in done.stderr:
        print(f"terraform: left out: the AWS provider can't be had here:\n{done.stderr}")
        raise SystemExit(77)
    require(done, "init")


def require(done, what, status=0):
    if done.returncode != status:
        # What is planned stands before what went wrong, and is long.
        told = done.stdout if status == 0 and not done.stderr else ""
        raise SystemExit(f"terraform: {what} ended with {done.returncode} and not {status}:\n{told}{done.stderr}")
    return done


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
        module = {
            "source": os.path.relpath(ROOT / "terraform" / "stream", self.folder), "configuration": "${path.module}/stream.json",
            "values": "${path.module}/values.json", "runtime": "java21",
            "code": {"functions": "${path.module}/functions.jar", "parquet": "${path.module}/parquet.jar"}} | variables
        (self.folder / "main.tf.json").write_text(json.dumps({
            "provider": {"aws": {"region": "us-east-1", "s3_use_path_style": True, "skip_credentials_validation": True,
                                 "skip_metadata_api_check": True, "max_retries": 3}},
            "module": {"stream": module},
            "output": {"stream": {"value": "${module.stream}"}}} | ({"resource": beside} if beside else {}), indent=2), encoding="utf-8")

    def terraform(self, *arguments, environment=None):
        return terraform(self.folder, *arguments, environment=environment)

    def state(self, environment):
        return json.loads(require(self.terraform("show", "-json", environment=environment), "show").stdout)
