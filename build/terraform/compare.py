"""Compares what the module made of a stream with what the CDK app makes of it: resource by resource, property by property, and of
roles every action on every resource."""
import json

from pieces import PARTS, address
from state import without_nothing
from template import Template

# What differs, and why. Everything else is the same, or the comparison fails.
DIFFERENCES = {
    "names": "The module's functions, roles, queues, schedules, alarms and log groups have names, which begin with `name_prefix`: Terraform"
             " makes none up. The CDK app leaves them to CloudFormation.",
    "AWS::Lambda::Version": "No resource: the provider publishes a version with each change of the function (`publish`), and keeps those"
                            " before. `live` points to the last one, as there.",
    "AWS::Lambda::Function Code": "The release's jars, by a path or a key in a bucket. The CDK app uploads them as assets.",
    "AWS::Lambda::Function Runtime": "A variable, `java25` by default: the provider knows it from 6.20 on, and the tests have an older one.",
    "presets": "Presets of AWS that the provider states where the CDK app says nothing: retries of schedules and of the retention, 512 MB of"
               " storage, 30 seconds of a queue, UTC and the buffering of a stream that Firehose does not partition. A processor's parameters"
               " that are Firehose's presets are left out, since the provider does not keep them.",
    "AWS::KinesisFirehose::DeliveryStream formats": "The input and output formats of a conversion, as the configuration has them. Of an empty"
                                                    " one, as `{\"OpenXJsonSerDe\": {}}`, the CDK app's template has nothing.",
    "retained": "A guard for each thing that holds data (`terraform_data.retained`), where the CDK app has the deletion policy `Retain`.",
}
IGNORED = {
    ("AWS::Lambda::Alias", "FunctionVersion"), ("AWS::Lambda::Function", "Code"), ("AWS::Lambda::Function", "Runtime"),
    ("AWS::IAM::Role", "RoleName"), ("AWS::KinesisFirehose::DeliveryStream", "Tags"),
}


def scalars(value):
    """The same text for what one writes as a number and the other as a text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, dict):
        return {name: scalars(of) for name, of in value.items()}
    return [scalars(each) for each in value] if isinstance(value, list) else value


def listed(value):
    return value if isinstance(value, list) else [value]


def grants(statements):
    """Every action on every resource, under every condition."""
    return {(statement["Effect"], json.dumps(scalars(statement.get("Principal", {})), sort_keys=True), action, resource,
             json.dumps({operator: {key: listed(scalars(of)) for key, of in told.items()}
                         for operator, told in statement.get("Condition", {}).items()}, sort_keys=True))
            for statement in statements for action in listed(statement["Action"]) for resource in listed(statement.get("Resource", ""))}


def comparable(properties):
    """Properties in a form that has no order where none is meant."""
    def form(name, value):
        if name in ("PolicyDocument", "AssumeRolePolicyDocument"):
            return sorted(grants(value["Statement"]))
        if name in ("DashboardBody", "DefinitionString"):
            return json.loads(value) if isinstance(value, str) else value
        if name == "Parameters" and isinstance(value, list):
            return {each["ParameterName"]: each["ParameterValue"] for each in value}
        if name in ("Metrics", "Dimensions"):
            return sorted((inner(each) for each in value), key=lambda each: each.get("Id") or each["Name"])
        if name in ("ResourceArn", "FunctionResponseTypes", "AlarmActions", "OKActions"):
            return sorted(value)
        return inner(value)

    def inner(value):
        if isinstance(value, dict):
            return {name: form(name, of) for name, of in value.items()}
        return [inner(each) for each in value] if isinstance(value, list) else value

    return scalars({name: form(name, of) for name, of in properties.items()})


class Comparison:
    """One stream's; `problems` has a line for each thing that one has and the other lacks."""

    def __init__(self, templates, state, region="us-east-1", account="123456789012"):
        self.template = Template(templates)
        self.state = state
        self.pseudo = {"AWS::Region": region, "AWS::AccountId": account, "AWS::Partition": "aws", "AWS::URLSuffix": "amazonaws.com"}
        self.problems = []
        self.compared = []
        self._addresses = {logical: address(self.template.path(logical)) for logical in self.template.resources}
        self._resources()
        self._roles()
        self._more()

    def _name(self, logical, attribute):
        return self.state.name(self._addresses[logical], attribute)

    def _resolved(self, value):
        return self.template.resolved(value, self.pseudo, self._name)

    def _resources(self):
        for logical, resource in self.template.resources.items():
            kind, path = resource["Type"], self.template.path(logical)
            if kind in ("AWS::Lambda::Version", "AWS::IAM::Policy", "AWS::CDK::Metadata"):
                continue
            there = self._addresses[logical]
            if there not in self.state.resources:
                self.problems.append(f"{kind} {path}: the module has none")
                continue
            self.compared.append((kind, self.state.resources[there]["type"]))
            told = {name: of for name, of in resource.get("Properties", {}).items() if (kind, name) not in IGNORED}
            self._properties(kind, path, self._resolved(told), self.state.properties(there))

    def _properties(self, kind, path, cdk, terraform):
        if kind == "AWS::Lambda::EventInvokeConfig":
            cdk = {"MaximumRetryAttempts": 2} | cdk
        if kind == "AWS::KinesisFirehose::DeliveryStream":
            converted = cdk["ExtendedS3DestinationConfiguration"].get("DataFormatConversionConfiguration", {})
            for formats in ("InputFormatConfiguration", "OutputFormatConfiguration"):
                converted.pop(formats, None)
        one, other = without_nothing(comparable(cdk)), without_nothing(comparable(terraform))
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                self.problems.append(f"{kind} {path}, {name}:\n    CDK       {json.dumps(one.get(name), sort_keys=True)}\n"
                                     f"    Terraform {json.dumps(other.get(name), sort_keys=True)}")

    def _roles(self):
        allowed = {}
        for resource in self.template.resources.values():
            if resource["Type"] == "AWS::IAM::Policy":
                for role in resource["Properties"]["Roles"]:
                    allowed.setdefault(role["Ref"], []).extend(resource["Properties"]["PolicyDocument"]["Statement"])
        for logical, statements in allowed.items():
            there = self._addresses[logical]
            if there in self.state.resources:
                cdk, terraform = grants(self._resolved(statements)), grants(self.state.statements(there))
                self.compared.append(("AWS::IAM::Policy", "aws_iam_role_policy"))
                for one, more, less in (("the CDK app", cdk, terraform), ("the module", terraform, cdk)):
                    self.problems.extend(f"role {self.template.path(logical)}: {one} alone grants {' '.join(each)}"
                                         for each in sorted(more - less))

    def _more(self):
        paired = set(self._addresses.values())
        for there, resource in self.state.resources.items():
            if there not in paired and resource["type"] not in PARTS and "terraform_data.retained" not in there:
                self.problems.append(f"{there}: the CDK app has none")
