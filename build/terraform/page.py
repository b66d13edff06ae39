"""The pages that are made of the module: the reference of its variables and outputs, and the comparison with the CDK app."""
import collections
import re

from compare import DIFFERENCES

# The other parts of the run.
PARTS = {
    "examples": "Each is valid.",
    "refusals": "What the module does not have, or was not derived for this configuration, stops the plan with its sentence.",
    "one plan": "Further variants of the matrix, in one root configuration, until every two choices were planned together that any"
                " variant has; but for those that the module never reads together, a source with a table or a compaction.",
    "given": "Key, bucket, network and topic that are made in the same apply are taken.",
    "destroy": "Two of the streams above, and the three below: what runs goes; of what holds data each is named, and stays with its"
               " policies until `retain_data = false`.",
    "records": "Earthquakes through Firehose, through Kinesis, and by an uploaded object: each once, at its key, and still there after the destroy."
               " The functions' code runs behind the emulator, with the environment, aliases, mappings and rights that Terraform made.",
}
MADE = "<!-- Made by build/terraform/run --write; do not change it by hand. -->"


def blocks(text, kind):
    """Each block of `kind` in a formatted file: name, and its attributes as they stand there."""
    for name, body in re.findall(rf'^{kind} "(\w+)" {{\n(.*?)^}}', text, re.MULTILINE | re.DOTALL):
        attributes = {}
        # An attribute ends before the next line that is indented as it is.
        for attribute, value in re.findall(r"^  (\w+) += (.*?)(?=^  \w|^  }$|\Z)", body, re.MULTILINE | re.DOTALL):
            attributes[attribute] = " ".join(value.split())
        yield name, attributes


def sentence(quoted):
    return quoted[1:-1].replace('\\"', '"').replace("$${", "${").replace("|", "\\|")


def reference(module, page, write):
    variables = list(blocks((module / "variables.tf").read_text(encoding="utf-8"), "variable"))
    outputs = list(blocks((module / "outputs.tf").read_text(encoding="utf-8"), "output"))
    versions = dict(re.findall(r'(required_version|version) *= "([^"]+)"', (module / "versions.tf").read_text(encoding="utf-8")))
    lines = [
        "# Terraform module", "", MADE, "",
        f"The module `terraform/stream` needs Terraform {versions['required_version']} and the AWS provider {versions['version']}."
        " How to use it: [Terraform](../how-to/terraform.md). It is compared with the CDK app"
        " [resource by resource](../internals/terraform.md).", "",
        "## Variables", "", "| variable | means | type | default |", "|---|---|---|---|",
        *(f"| `{name}` | {sentence(told['description'])} | `{told['type']}` | {'`' + told['default'] + '`' if 'default' in told else 'none: needed'} |"
          for name, told in variables),
        "", "## Outputs", "", "| output | is |", "|---|---|",
        *(f"| `{name}` | {sentence(told['description'])} |" for name, told in outputs), ""]
    keep(page, "\n".join(lines), write)


def comparison(rows, page, write):
    counted = collections.Counter(pair for compared in rows.values() for pair in compared)
    lines = [
        "# What the Terraform module makes, beside the CDK app", "", MADE, "",
        f"{len(rows)} streams, each applied by Terraform to an emulator and synthesised by the CDK app. Every resource of the one has its"
        " counterpart in the other, with the same properties; every role may do the same on the same resources; every alarm has the same"
        " threshold. `build/terraform/run` fails where one has what the other lacks.", "",
        *(f"* {name.replace('-', ', ').replace('_', ' ')}" for name in sorted(rows)),
        "", "| CloudFormation | Terraform | compared |", "|---|---|---|",
        *(f"| `{cdk}` | `{terraform}` | {count} |" for (cdk, terraform), count in sorted(counted.items())),
        "", "## Differences", "", "| what | why |", "|---|---|",
        *(f"| {what} | {why} |" for what, why in DIFFERENCES.items()),
        "", "## What else the run says", "", "| part | says |", "|---|---|",
        *(f"| {part} | {says} |" for part, says in PARTS.items()), ""]
    keep(page, "\n".join(lines), write)


def keep(page, text, write):
    if write:
        page.write_text(text, encoding="utf-8")
    elif not page.exists() or page.read_text(encoding="utf-8") != text:
        raise SystemExit(f"terraform: {page.name} is not what the module is now; write it: build/terraform/run --write")
