"""What Terraform made of a stream, under CloudFormation's names."""
import json


class State:
    """`terraform show -json` of a configuration that has the module `stream`."""

    def __init__(self, shown):
        self.resources = {}
        self._gather(shown["values"]["root_module"])

    def _gather(self, module):
        for each in module.get("resources", []):
            if each["mode"] == "managed" and each["address"].startswith("module.stream."):
                self.resources[each["address"].removeprefix("module.stream.")] = each
        for child in module.get("child_modules", []):
            self._gather(child)

    def of(self, address):
        return self.resources[address]["values"]

    def name(self, address, attribute):
        """What `Ref` and `Fn::GetAtt` are of a resource."""
        kind, values = self.resources[address]["type"], self.of(address)
        if attribute == "Arn":
            return values["arn"] + (":*" if kind == "aws_cloudwatch_log_group" else "")
        if attribute in ("QueueName", "Name"):
            return values["name"]
        return values[{
            "aws_lambda_function": "function_name", "aws_lambda_alias": "arn", "aws_sfn_state_machine": "arn",
            "aws_kinesis_firehose_delivery_stream": "name", "aws_kinesis_stream": "name",
        }.get(kind, "id")]

    def properties(self, address):
        return without_nothing(PROPERTIES[self.resources[address]["type"]](self, self.of(address), address))

    def statements(self, role):
        """All that a role may do, of whichever of its policies."""
        return [statement for each in self.resources.values()
                if each["type"] == "aws_iam_role_policy" and each["values"]["role"] == self.of(role)["id"]
                for statement in json.loads(each["values"]["policy"])["Statement"]]

    def beside(self, address, kind):
        """The resource of another type with the same key, as of a bucket and what it is made up of."""
        place, _, rest = address.rpartition(".")
        return self.of(f"{place.rpartition('.')[0]}.{kind}.{rest}".lstrip("."))


def without_nothing(value):
    if isinstance(value, dict):
        return {name: of for name, of in ((name, without_nothing(of)) for name, of in value.items())
                if of is not None and of != {} and of != []}
    if isinstance(value, list):
        return [without_nothing(each) for each in value]
    return None if value == "" else value


def one(blocks):
    return blocks[0] if blocks else None


def role(_, v, __):
    return {"Description": v["description"], "AssumeRolePolicyDocument": json.loads(v["assume_role_policy"]),
            "PermissionsBoundary": v["permissions_boundary"]}


def function(_, v, __):
    storage, snapshot = one(v["ephemeral_storage"]), one(v["snap_start"])
    network, logging = one(v["vpc_config"]), one(v["logging_config"])
    return {
        "Architectures": v["architectures"], "Description": v["description"], "Handler": v["handler"],
        "Environment": {"Variables": one(v["environment"])["variables"]}, "MemorySize": v["memory_size"],
        "LoggingConfig": {"LogFormat": logging["log_format"], "LogGroup": logging["log_group"]}, "Role": v["role"],
        "Timeout": v["timeout"],
        "ReservedConcurrentExecutions": None if v["reserved_concurrent_executions"] == -1 else v["reserved_concurrent_executions"],
        "EphemeralStorage": storage and storage["size"] != 512 and {"Size": storage["size"]} or None,
        "SnapStart": snapshot and {"ApplyOn": snapshot["apply_on"]},
        "VpcConfig": network and {"SubnetIds": network["subnet_ids"], "SecurityGroupIds": network["security_group_ids"]},
    }


def alias(_, v, __):
    return {"FunctionName": v["function_name"], "Name": v["name"]}


def invocations(_, v, __):
    return {
        "FunctionName": v["function_name"], "Qualifier": v["qualifier"],
        "MaximumRetryAttempts": v["maximum_retry_attempts"],
        "MaximumEventAgeInSeconds": v["maximum_event_age_in_seconds"] or None,
        "DestinationConfig": {"OnFailure": {"Destination": one(one(v["destination_config"])["on_failure"])["destination"]}},
    }


def mapping(_, v, __):
    destination, scaling, filters = one(v["destination_config"]), one(v["scaling_config"]), one(v["filter_criteria"])
    stream = v["starting_position"] not in (None, "")
    return {
        "FunctionName": ":".join(v["function_name"].split(":")[6:]), "EventSourceArn": v["event_source_arn"],
        "BatchSize": v["batch_size"], "BisectBatchOnFunctionError": v["bisect_batch_on_function_error"] or None,
        "MaximumBatchingWindowInSeconds": v["maximum_batching_window_in_seconds"] or None,
        "StartingPosition": v["starting_position"],
        "ParallelizationFactor": v["parallelization_factor"] if stream else None,
        "MaximumRecordAgeInSeconds": v["maximum_record_age_in_seconds"] if stream else None,
        "MaximumRetryAttempts": v["maximum_retry_attempts"] if stream else None,
        "FunctionResponseTypes": v["function_response_types"],
        "DestinationConfig": destination and {"OnFailure": {"Destination": one(destination["on_failure"])["destination_arn"]}},
        "ScalingConfig": scaling and {"MaximumConcurrency": scaling["maximum_concurrency"]},
        "FilterCriteria": filters and {"Filters": [{"Pattern": each["pattern"]} for each in filters["filter"]]},
    }


def queue(state, v, address):
    redrive = [each["values"]["redrive_policy"] for each in state.resources.values()
               if each["type"] == "aws_sqs_queue_redrive_policy" and each["values"]["queue_url"] == v["id"]]
    return {"MessageRetentionPeriod": v["message_retention_seconds"], "SqsManagedSseEnabled": v["sqs_managed_sse_enabled"],
            "VisibilityTimeout": None if v["visibility_timeout_seconds"] == 30 else v["visibility_timeout_seconds"],
            "RedrivePolicy": json.loads(one(redrive)) if redrive else None}


def queue_policy(_, v, __):
    return {"Queues": [v["queue_url"]], "PolicyDocument": json.loads(v["policy"])}


def schedule(_, v, __):
    target = one(v["target"])
    retries, letters = one(target["retry_policy"]), one(target["dead_letter_config"])
    preset = retries and (retries["maximum_event_age_in_seconds"], retries["maximum_retry_attempts"]) == (86400, 185)
    return {
        "Description": v["description"], "ScheduleExpression": v["schedule_expression"],
        "FlexibleTimeWindow": {"Mode": one(v["flexible_time_window"])["mode"]},
        "Target": {
            "Arn": target["arn"], "Input": target["input"], "RoleArn": target["role_arn"],
            "DeadLetterConfig": letters and {"Arn": letters["arn"]},
            "RetryPolicy": retries and not preset and {
                "MaximumEventAgeInSeconds": retries["maximum_event_age_in_seconds"],
                "MaximumRetryAttempts": retries["maximum_retry_attempts"]} or None,
        },
    }


def dimensions(v):
    return [{"Name": name, "Value": value} for name, value in (v or {}).items()]


def alarm(_, v, __):
    metrics = []
    for each in v["metric_query"]:
        metric = one(each["metric"])
        metrics.append({
            "Id": each["id"], "Expression": each["expression"], "Label": each["label"], "ReturnData": bool(each["return_data"]),
            "MetricStat": metric and {
                "Metric": {"Dimensions": dimensions(metric["dimensions"]), "MetricName": metric["metric_name"],
                           "Namespace": metric["namespace"]},
                "Period": metric["period"], "Stat": metric["stat"]},
        })
    return {
        "AlarmDescription": v["alarm_description"], "ComparisonOperator": v["comparison_operator"],
        "Dimensions": dimensions(v["dimensions"]), "EvaluationPeriods": v["evaluation_periods"],
        "DatapointsToAlarm": v["datapoints_to_alarm"] or None, "MetricName": v["metric_name"], "Namespace": v["namespace"],
        "Period": v["period"] or None, "Statistic": v["statistic"],
        "Threshold": v["threshold"], "TreatMissingData": v["treat_missing_data"],
        "AlarmActions": v["alarm_actions"], "OKActions": v["ok_actions"],
        "Metrics": sorted(metrics, key=lambda each: each["Id"]),
    }


def processors(v):
    """With Firehose's own presets, which the provider keeps out of its state."""
    presets = {"NumberOfRetries": "3", "BufferSizeInMBs": "1", "BufferIntervalInSeconds": "60"}
    for each in one(v["processing_configuration"])["processors"]:
        told = {one["parameter_name"]: one["parameter_value"] for one in each["parameters"]}
        if each["type"] == "Lambda":
            told = presets | {"RoleArn": v["role_arn"]} | told
        yield {"Type": each["type"], "Parameters": told}


def delivery_stream(_, v, __):
    to = one(v["extended_s3_configuration"])
    kinesis, encryption = one(v["kinesis_source_configuration"]), one(v["server_side_encryption"])
    partitioning, conversion = one(to["dynamic_partitioning_configuration"]), one(to["data_format_conversion_configuration"])
    log = one(to["cloudwatch_logging_options"])
    partitioned = partitioning and partitioning["enabled"]
    return {
        "DeliveryStreamName": v["name"],
        "DeliveryStreamType": "KinesisStreamAsSource" if kinesis else "DirectPut",
        "DeliveryStreamEncryptionConfigurationInput": encryption and encryption["enabled"] and {
            "KeyType": encryption["key_type"], "KeyARN": encryption["key_arn"]} or None,
        "KinesisStreamSourceConfiguration": kinesis and {
            "KinesisStreamARN": kinesis["kinesis_stream_arn"], "RoleARN": kinesis["role_arn"]},
        "ExtendedS3DestinationConfiguration": {
            "BucketARN": to["bucket_arn"], "RoleARN": to["role_arn"], "Prefix": to["prefix"],
            "ErrorOutputPrefix": to["error_output_prefix"], "CompressionFormat": to["compression_format"],
            "CustomTimeZone": None if to["custom_time_zone"] == "UTC" else to["custom_time_zone"],
            "FileExtension": to["file_extension"],
            "BufferingHints": partitioned and {"SizeInMBs": to["buffering_size"], "IntervalInSeconds": to["buffering_interval"]} or None,
            "CloudWatchLoggingOptions": {"Enabled": log["enabled"], "LogGroupName": log["log_group_name"],
                                         "LogStreamName": log["log_stream_name"]},
            "EncryptionConfiguration": {"KMSEncryptionConfig": {"AWSKMSKeyARN": to["kms_key_arn"]}} if to["kms_key_arn"]
            else {"NoEncryptionConfig": "NoEncryption"},
            "DynamicPartitioningConfiguration": partitioned and {
                "Enabled": True, "RetryOptions": {"DurationInSeconds": partitioning["retry_duration"]}} or None,
            "ProcessingConfiguration": {"Enabled": True, "Processors": list(processors(to))},
            "DataFormatConversionConfiguration": conversion and {"SchemaConfiguration": {
                "DatabaseName": one(conversion["schema_configuration"])["database_name"],
                "TableName": one(conversion["schema_configuration"])["table_name"],
                "RoleARN": one(conversion["schema_configuration"])["role_arn"]}},
        },
    }


def bucket(state, _, address):
    encryption = one(state.beside(address, "aws_s3_bucket_server_side_encryption_configuration")["rule"])
    by = one(encryption["apply_server_side_encryption_by_default"])
    access = state.beside(address, "aws_s3_bucket_public_access_block")
    rule = one(state.beside(address, "aws_s3_bucket_lifecycle_configuration")["rule"])
    return {
        "BucketEncryption": {"ServerSideEncryptionConfiguration": [{
            "BucketKeyEnabled": encryption["bucket_key_enabled"] or None,
            "ServerSideEncryptionByDefault": {"SSEAlgorithm": by["sse_algorithm"], "KMSMasterKeyID": by["kms_master_key_id"]}}]},
        "LifecycleConfiguration": {"Rules": [{
            "Id": rule["id"], "Status": rule["status"], "AbortIncompleteMultipartUpload": {
                "DaysAfterInitiation": one(rule["abort_incomplete_multipart_upload"])["days_after_initiation"]}}]},
        "PublicAccessBlockConfiguration": {
            "BlockPublicAcls": access["block_public_acls"], "BlockPublicPolicy": access["block_public_policy"],
            "IgnorePublicAcls": access["ignore_public_acls"], "RestrictPublicBuckets": access["restrict_public_buckets"]},
    }


def bucket_policy(_, v, __):
    return {"Bucket": v["bucket"], "PolicyDocument": json.loads(v["policy"])}


def table(_, v, __):
    encryption, expiry = one(v["server_side_encryption"]), one(v["ttl"])
    own = encryption and encryption["enabled"]
    return {
        "AttributeDefinitions": [{"AttributeName": each["name"], "AttributeType": each["type"]}
                                 for each in sorted(v["attribute"], key=lambda each: each["name"])],
        "BillingMode": v["billing_mode"], "DeletionProtectionEnabled": v["deletion_protection_enabled"],
        "KeySchema": [{"AttributeName": v["hash_key"], "KeyType": "HASH"}, {"AttributeName": v["range_key"], "KeyType": "RANGE"}],
        "SSESpecification": {"SSEEnabled": True, "SSEType": "KMS", "KMSMasterKeyId": encryption["kms_key_arn"]} if own
        else {"SSEEnabled": False},
        "TimeToLiveSpecification": {"AttributeName": expiry["attribute_name"], "Enabled": expiry["enabled"]},
    }


def kinesis_stream(_, v, __):
    return {"RetentionPeriodHours": v["retention_period"],
            "StreamEncryption": {"EncryptionType": v["encryption_type"], "KeyId": v["kms_key_id"]},
            "StreamModeDetails": {"StreamMode": one(v["stream_mode_details"])["stream_mode"]}}


def rule(state, v, _):
    targets = [each["values"] for each in state.resources.values()
               if each["type"] == "aws_cloudwatch_event_target" and each["values"]["rule"] == v["name"]]
    return {"Description": v["description"], "EventPattern": json.loads(v["event_pattern"]),
            "Targets": [{"Id": each["target_id"], "Arn": each["arn"],
                         "DeadLetterConfig": {"Arn": one(each["dead_letter_config"])["arn"]}} for each in targets]}


def machine(_, v, __):
    log = one(v["logging_configuration"])
    return {"DefinitionString": json.loads(v["definition"]), "RoleArn": v["role_arn"],
            "LoggingConfiguration": {"Level": log["level"], "Destinations": [
                {"CloudWatchLogsLogGroup": {"LogGroupArn": log["log_destination"]}}]},
            "TracingConfiguration": {"Enabled": one(v["tracing_configuration"])["enabled"]}}


def columns(blocks):
    return [{"Name": each["name"], "Type": each["type"], "Comment": each["comment"]} for each in blocks]


def glue_table(_, v, __):
    stored = one(v["storage_descriptor"])
    serde = one(stored["ser_de_info"])
    return {"CatalogId": v["catalog_id"], "DatabaseName": v["database_name"], "TableInput": {
        "Name": v["name"], "Description": v["description"], "TableType": v["table_type"], "Parameters": v["parameters"],
        "PartitionKeys": columns(v["partition_keys"]),
        "StorageDescriptor": {
            "Columns": columns(stored["columns"]), "Location": stored["location"], "InputFormat": stored["input_format"],
            "OutputFormat": stored["output_format"],
            "SerdeInfo": {"SerializationLibrary": serde["serialization_library"], "Parameters": serde["parameters"]}}}}


PROPERTIES = {
    "aws_cloudwatch_dashboard": lambda _, v, __: {"DashboardBody": json.loads(v["dashboard_body"])},
    "aws_cloudwatch_event_rule": rule,
    "aws_cloudwatch_log_group": lambda _, v, __: {"RetentionInDays": v["retention_in_days"]},
    "aws_cloudwatch_log_stream": lambda _, v, __: {"LogGroupName": v["log_group_name"]},
    "aws_cloudwatch_metric_alarm": alarm,
    "aws_dynamodb_table": table,
    "aws_glue_catalog_database": lambda _, v, __: {"CatalogId": v["catalog_id"], "DatabaseInput": {"Name": v["name"]}},
    "aws_glue_catalog_table": glue_table,
    "aws_iam_role": role,
    "aws_kinesis_firehose_delivery_stream": delivery_stream,
    "aws_kinesis_stream": kinesis_stream,
    "aws_lambda_alias": alias,
    "aws_lambda_event_source_mapping": mapping,
    "aws_lambda_function": function,
    "aws_lambda_function_event_invoke_config": invocations,
    "aws_s3_bucket": bucket,
    "aws_s3_bucket_policy": bucket_policy,
    "aws_scheduler_schedule": schedule,
    "aws_sfn_state_machine": machine,
    "aws_sqs_queue": queue,
    "aws_sqs_queue_policy": queue_policy,
}
