"""moto's server on the loopback interface, with what the CDK command line and the stacks need and moto lacks.

* CloudFormation gets a template by its path-style URL at the S3 endpoint. moto reads such a URL only when the host is
  called localhost, which the command line's SDK would turn into a virtual host that does not resolve.
* Stacks with termination protection are deployed by a call that moto does not have.
* moto has aliases, delivery streams and schedules, and no CloudFormation types for them, and a version tells no number.
* A stack's alarms are left out, and a dashboard that shows them refers to nothing: here they have a name and an ARN.
* A table's stream forgets what its mapping took, and then gives the same numbers to other changes.
* A transaction reads its conditions and then writes, and lets another in between: of two that exclude each other both win.
* EventBridge tells of objects in other names than S3, and of a version where there is none.
* A stack's update knows no previous value of a parameter that was left to its default, and updates none of these types. Of a changed
  parameter it reaches what has it in a `Ref` alone, and nothing that depends on what is replaced; it replaces no version.
* A function forgets where it logs to and that it starts from snapshots, which Terraform would set again for ever.
* A mapping tells the version that it invokes, and not the alias that it was made with; a queue's redrive policy has spaces,
  and to set it alone takes the queue's policy away.
* A state machine's definition is not looked at before it is made, and has no versions.
* Where SLUICE_JAVA names a java, functions run on it (functions_here.py), with the rights of their roles (rights.py), and their URLs
  answer (function_urls.py).
"""

import json
import os
import sys
import threading

import moto.cloudformation.responses as cloudformation
from moto.awslambda.models import EventSourceMapping, LambdaFunction, LambdaVersion, lambda_backends
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.parsing import ResourceMap
from moto.core.common_models import CloudFormationModel
from moto.core.responses import ActionResult
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import StreamShard
from moto.events.models import Rule
from moto.firehose.models import firehose_backends
from moto.scheduler.models import scheduler_backends
from moto.server import main
from moto.sqs.models import Queue
from moto.stepfunctions.responses import StepFunctionResponse


class DeployedAlias(CloudFormationModel):
    __module__ = "moto.awslambda.models"  # where moto's registry files the model

    def __init__(self, arn):
        self.physical_resource_id = arn

    @staticmethod
    def cloudformation_type():
        return "AWS::Lambda::Alias"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json["Properties"]
        alias = lambda_backends[account_id][region_name].create_alias(
            name=properties["Name"], function_name=properties["FunctionName"],
            function_version=properties["FunctionVersion"], description="", routing_config="")
        return cls(alias.arn)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id,
                                        region_name):
        properties = cloudformation_json["Properties"]
        lambda_backends[account_id][region_name].update_alias(
            name=properties["Name"], function_name=properties["FunctionName"],
            function_version=properties["FunctionVersion"], description="", routing_config="")
        return original_resource


class DeployedDeliveryStream(CloudFormationModel):
    __module__ = "moto.firehose.models"

    def __init__(self, name):
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_type():
        return "AWS::KinesisFirehose::DeliveryStream"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json["Properties"]
        name = properties["DeliveryStreamName"]
        firehose_backends[account_id][region_name].create_delivery_stream(
            region=region_name, delivery_stream_name=name,
            delivery_stream_type=properties["DeliveryStreamType"],
            kinesis_stream_source_configuration=properties.get("KinesisStreamSourceConfiguration", {}),
            delivery_stream_encryption_configuration_input=properties.get(
                "DeliveryStreamEncryptionConfigurationInput", {}),
            s3_destination_configuration={},
            extended_s3_destination_configuration=properties["ExtendedS3DestinationConfiguration"],
            redshift_destination_configuration={}, elasticsearch_destination_configuration={},
            splunk_destination_configuration={}, http_endpoint_destination_configuration={},
            snowflake_destination_configuration={}, tags=properties.get("Tags", []))
        return cls(name)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id,
                                        region_name):
        firehose_backends[account_id][region_name].delete_delivery_stream(original_resource.physical_resource_id)
        return cls.create_from_cloudformation_json(new_resource_name, cloudformation_json, account_id, region_name)

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        firehose_backends[account_id][region_name].delete_delivery_stream(resource_name)


class DeployedSchedule(CloudFormationModel):
    __module__ = "moto.scheduler.models"

    def __init__(self, name):
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_type():
        return "AWS::Scheduler::Schedule"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json["Properties"]
        scheduler_backends[account_id][region_name].create_schedule(
            description=properties.get("Description"), end_date=None,
            flexible_time_window=properties["FlexibleTimeWindow"], group_name="default", kms_key_arn=None,
            name=resource_name, schedule_expression=properties["ScheduleExpression"],
            schedule_expression_timezone=None, start_date=None, state="ENABLED", target=properties["Target"],
            action_after_completion=None)
        return cls(resource_name)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id,
                                        region_name):
        properties = cloudformation_json["Properties"]
        scheduler_backends[account_id][region_name].update_schedule(
            description=properties.get("Description"), end_date=None,
            flexible_time_window=properties["FlexibleTimeWindow"], group_name="default", kms_key_arn=None,
            name=original_resource.physical_resource_id, schedule_expression=properties["ScheduleExpression"],
            schedule_expression_timezone=None, start_date=None, state="ENABLED", target=properties["Target"])
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        scheduler_backends[account_id][region_name].delete_schedule("default", resource_name)


class DeployedAlarm(CloudFormationModel):
    __module__ = "moto.cloudwatch.models"

    def __init__(self, name, arn):
        self.physical_resource_id = name
        self.arn = arn

    @staticmethod
    def cloudformation_type():
        return "AWS::CloudWatch::Alarm"

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr == "Arn"

    def get_cfn_attribute(self, attribute):
        return self.arn

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        name = cloudformation_json["Properties"].get("AlarmName", resource_name)
        return cls(name, f"arn:aws:cloudwatch:{region_name}:{account_id}:alarm:{name}")

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id,
                                        region_name):
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        """It is nowhere else."""


template_from_url = cloudformation.get_stack_from_s3_url


def template_from_path_style_url(template_url, **scope):
    return template_from_url(template_url.replace("//127.0.0.1:", "//localhost:"), **scope)


def make_version(cls, resource_name, cloudformation_json, account_id, region_name, **_):
    properties = cloudformation_json["Properties"]
    version = lambda_backends[account_id][region_name].publish_version(properties["FunctionName"], properties.get("Description", ""))
    made = cls({"Version": version.version})
    made.properties = properties
    return made


def replace_version(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    """No property of a version can be updated (AWS CloudFormation template reference, `AWS::Lambda::Version`)."""
    properties = cloudformation_json["Properties"]
    if properties == original_resource.properties:
        return original_resource
    made = cls.create_from_cloudformation_json(new_resource_name, cloudformation_json, account_id, region_name)
    if cloudformation_json.get("UpdateReplacePolicy") != "Retain" and made.version != original_resource.version:
        lambda_backends[account_id][region_name].delete_function(properties["FunctionName"], str(original_resource.version))
    return made


def refers(resource, name):
    text = json.dumps(resource)
    return any(each in text for each in (f'"Ref": "{name}"', f'"Fn::GetAtt": ["{name}"', f"${{{name}}}", f"${{{name}."))


def changed_resources(self, other_template, parameters=None):
    """What moto finds, what has a changed parameter in any function, and what depends on a version among these, each after what it needs."""
    actions = resources_with_a_reference(self, other_template, parameters)
    changed = [each for each in parameters or {} if self.input_parameters.get(each) != parameters[each]]

    def reach(names):
        actions["Modify"] += [name for name, resource in other_template["Resources"].items()
                              if name not in actions["Add"] + actions["Modify"] and any(refers(resource, each) for each in names)]

    reach(changed)
    reach([each for each in actions["Modify"] if other_template["Resources"][each]["Type"] == "AWS::Lambda::Version"])
    actions["Modify"].sort(key=lambda name: LAMBDA_ORDER.get(other_template["Resources"][name]["Type"], 0))
    return actions


LAMBDA_ORDER = {"AWS::Lambda::Function": 1, "AWS::Lambda::Version": 2, "AWS::Lambda::Alias": 3}
resources_with_a_reference = ResourceMap.build_resource_diff
ResourceMap.build_resource_diff = changed_resources
LambdaVersion.create_from_cloudformation_json = classmethod(make_version)
LambdaVersion.update_from_cloudformation_json = classmethod(replace_version)


def update_termination_protection(self):
    stack = self.cloudformation_backend.get_stack(self._get_param("StackName"))
    return ActionResult({"StackId": stack.stack_id})


def resolve_update_parameters(self, instance, incoming_params):
    """A parameter that was left to its default has no previous value, and is left to it again."""
    return resolve_parameters(self, instance, [each for each in incoming_params if "ParameterValue" in each
                                               or each["ParameterKey"] in instance.parameters])


resolve_parameters = CloudFormationBackend._resolve_update_parameters
CloudFormationBackend._resolve_update_parameters = resolve_update_parameters
def add_change(self, old, new):
    """Hands the mappings each change once, and keeps it."""
    mappings, self.table.lambda_event_source_mappings = self.table.lambda_event_source_mappings, {}
    try:
        add_and_forget(self, old, new)
    finally:
        self.table.lambda_event_source_mappings = mappings
    for function, mapping in mappings.items():
        lambda_backends[self.account_id][function.split(":")[3]].send_dynamodb_items(
            function, self.items[-1:], mapping.event_source_arn)


def send_to_queue(self, resource_id, event, group_id=None):
    about = event.get("detail", {}).get("object")
    if about:
        about = {"etag" if name == "eTag" else name: value for name, value in about.items() if value is not None}
        event = event | {"detail": event["detail"] | {"object": about}}
    send_as_told(self, resource_id, event, group_id)


def transact_write_items(self, transact_items):
    with one_transaction:
        transact_at_once(self, transact_items)


def make_function(self, account_id, spec, region, version=1):
    make_forgetful(self, account_id, spec, region, version)
    self.kept = {}
    keep(self, spec)


def keep(self, spec):
    self.kept |= {name: spec[name] for name in ("LoggingConfig", "SnapStart") if name in spec}


def update_function(self, spec):
    keep(self, spec)
    return update_forgetful(self, spec)


def function_configuration(self, *arguments, **named):
    return configuration_without(self, *arguments, **named) | self.kept


def mapping_configuration(self):
    asked = {"FunctionArn": self.function_name} if self.function_name.startswith("arn:") else {}
    return configuration_of_version(self) | asked


def queue_attributes(self):
    told = attributes_with_spaces(self)
    if told.get("RedrivePolicy"):
        told["RedrivePolicy"] = json.dumps(json.loads(told["RedrivePolicy"]), separators=(",", ":"))
    return told


def set_attributes(self, attributes, now=None):
    policy = getattr(self, "_policy_json", {})
    set_and_forget(self, attributes, now)
    if "Policy" not in attributes and policy.get("Statement"):
        self._policy_json = policy


def validate_state_machine_definition(self):
    return ActionResult({"result": "OK", "diagnostics": []})


def list_state_machine_versions(self):
    return ActionResult({"stateMachineVersions": []})


StepFunctionResponse.list_state_machine_versions = list_state_machine_versions
StepFunctionResponse.validate_state_machine_definition = validate_state_machine_definition
configuration_of_version = EventSourceMapping.get_configuration
EventSourceMapping.get_configuration = mapping_configuration
attributes_with_spaces = Queue.attributes.fget
Queue.attributes = property(queue_attributes)
set_and_forget = Queue._set_attributes
Queue._set_attributes = set_attributes
make_forgetful = LambdaFunction.__init__
LambdaFunction.__init__ = make_function
update_forgetful = LambdaFunction.update_configuration
LambdaFunction.update_configuration = update_function
configuration_without = LambdaFunction.get_configuration
LambdaFunction.get_configuration = function_configuration
one_transaction = threading.Lock()
transact_at_once = DynamoDBBackend.transact_write_items
DynamoDBBackend.transact_write_items = transact_write_items
add_and_forget = StreamShard.add
StreamShard.add = add_change
send_as_told = Rule._send_to_sqs_queue
Rule._send_to_sqs_queue = send_to_queue
LambdaVersion.get_cfn_attribute = lambda self, attribute: str(self.version)
cloudformation.get_stack_from_s3_url = template_from_path_style_url
cloudformation.CloudFormationResponse.update_termination_protection = update_termination_protection
if os.environ.get("SLUICE_JAVA"):
    sys.dont_write_bytecode = True  # nothing is left in the sources' folder
    import functions_here

    functions_here.install(sys.argv[1])
main(["-H", "127.0.0.1", "-p", sys.argv[1]])
