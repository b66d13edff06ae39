"""Which resource of the CDK app is which of the module: the construct's path and the address, piece by piece."""
import re

FUNCTIONS = {
    "Stream/Transform": "transform",
    "Stream/Flusher/Flush": "flush",
    "Stream/DailyRetention/Retention": "retention",
    "Stream/DailyCompaction/Compaction": "compaction",
    "Stream/Events/Events": "events",
}
# The schedules of each construct, and the role that they take on.
SCHEDULES = {
    "Stream/Flusher": ("flush-schedule", {"Schedule": "FlushSchedule", "SweepSchedule": "SweepSchedule"}),
    "Stream/Flusher/Ticks": ("ticks-schedule", {"Schedule0": "TicksSchedule", "Schedule1": "TicksSchedule2"}),
    "Stream/DailyRetention": ("retention-schedule", {"Schedule": "RetentionSchedule"}),
    "Stream/DailyCompaction": ("compaction-schedule", {"Schedule": "CompactionSchedule"}),
    "Stream/Events": ("events-schedule", {"Schedule": "EventsSchedule"}),
    "Stream/KeepWarm": ("warm-schedule", {"Schedule": "KeepWarmSchedule"}),
}
QUEUES = {
    "Stream/Flusher/Failures": "flusher-failures",
    "Stream/Flusher/Ticks/Queue": "ticks",
    "Stream/KinesisEvents/Failures": "kinesis-failures",
    "Stream/Objects/Failures": "object-failures",
    "Stream/Objects/Queue": "uploads",
}
MACHINE = "Stream/DailyCompaction/Machine"
OTHERS = {
    "Data/Resource": 'module.storage.aws_s3_bucket.this["data"]',
    "Data/Policy/Resource": 'module.storage.aws_s3_bucket_policy.this["data"]',
    "Buffer/Staging/Resource": 'module.storage.aws_s3_bucket.this["staging"]',
    "Buffer/Staging/Policy/Resource": 'module.storage.aws_s3_bucket_policy.this["staging"]',
    "Buffer/Index/Resource": "module.storage.aws_dynamodb_table.index[0]",
    "Source/Resource": "module.storage.aws_kinesis_stream.source[0]",
    "Tables/Database": "module.storage.aws_glue_catalog_database.tables[0]",
    "Tables/Records": 'aws_glue_catalog_table.this["Records"]',
    "Tables/Compacted": 'aws_glue_catalog_table.this["Compacted"]',
    "Tables/Errors": 'aws_glue_catalog_table.this["Errors"]',
    "Stream/Firehose/Stream": "aws_kinesis_firehose_delivery_stream.this[0]",
    "Stream/Firehose/Logs/Resource": "aws_cloudwatch_log_group.firehose[0]",
    "Stream/Firehose/DeliveryLogs/Resource": "aws_cloudwatch_log_stream.firehose[0]",
    "Stream/Firehose/Role/Resource": "aws_iam_role.firehose[0]",
    "Stream/Existing/InvokeRole/Resource": "aws_iam_role.invoke[0]",
    "Stream/KinesisEvents/Mapping/Resource": "aws_lambda_event_source_mapping.source[0]",
    "Stream/Sqs/Mapping/Resource": "aws_lambda_event_source_mapping.source[0]",
    "Stream/Objects/Mapping/Resource": "aws_lambda_event_source_mapping.source[0]",
    "Stream/Objects/Rule": "aws_cloudwatch_event_rule.uploads[0]",
    "Stream/Flusher/Ticks/Mapping/Resource": "aws_lambda_event_source_mapping.ticks[0]",
    "Stream/Dashboard/Page/Resource": "aws_cloudwatch_dashboard.stream[0]",
    f"{MACHINE}/Logs/Resource": "aws_cloudwatch_log_group.compaction_machine[0]",
    f"{MACHINE}/States/Role/Resource": "aws_iam_role.compaction_machine[0]",
    f"{MACHINE}/States/Resource": "aws_sfn_state_machine.compaction[0]",
}
# What makes up one resource there and several here, or is a policy, which is compared with all others of its role.
PARTS = {
    "aws_s3_bucket_lifecycle_configuration", "aws_s3_bucket_public_access_block",
    "aws_s3_bucket_server_side_encryption_configuration", "aws_sqs_queue_redrive_policy",
    "aws_cloudwatch_event_target", "aws_iam_role_policy",
}


def pairs():
    known = dict(OTHERS)
    for path, part in FUNCTIONS.items():
        module = f'module.function["{part}"].'
        known |= {
            f"{path}/Function/Resource": module + "aws_lambda_function.this",
            f"{path}/Live/Resource": module + "aws_lambda_alias.live",
            f"{path}/Logs/Resource": module + "aws_cloudwatch_log_group.this",
            f"{path}/Role/Resource": module + "aws_iam_role.this",
            f"{path}/Live/EventInvokeConfig/Resource": f'aws_lambda_function_event_invoke_config.this["{part}"]',
        }
    for path, (role, schedules) in SCHEDULES.items():
        known[f"{path}/ScheduleRole/Resource"] = f'aws_iam_role.schedule["{role}"]'
        known |= {f"{path}/{each}": f'aws_scheduler_schedule.this["{name}"]' for each, name in schedules.items()}
    for path, queue in QUEUES.items():
        known[f"{path}/Resource"] = f'aws_sqs_queue.this["{queue}"]'
        known[f"{path}/Policy/Resource"] = f'aws_sqs_queue_policy.this["{queue}"]'
    return known


def address(path):
    """The module's resource that is the CDK app's at `path`; None when there is none."""
    alarm = re.fullmatch(r"Stream/Alarms/(\w+)/Resource", path)
    return f'aws_cloudwatch_metric_alarm.this["{alarm[1]}"]' if alarm else pairs().get(path)
