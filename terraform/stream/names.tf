# The names that Sluice's texts leave open, as `${word}`. Functions, aliases and the state machine are named here and not
# referred to: a role may do what names the function that waits for it.

locals {
  names = merge(
    { for alarm in local.values.alarms : "alarm_${alarm.name}" => "arn:${local.partition}:cloudwatch:${local.region}:${local.account}:alarm:${local.full_name}-${alarm.name}" },
    local.made,
  )

  made = {
    partition  = local.partition
    region     = local.region
    account_id = local.account
    url_suffix = local.suffix

    data_bucket        = local.data_bucket
    data_bucket_arn    = local.data_bucket_arn
    staging_bucket     = local.staging_bucket
    staging_bucket_arn = "arn:${local.partition}:s3:::${local.staging_bucket}"
    index_table        = local.index_table
    index_table_arn    = "arn:${local.partition}:dynamodb:${local.region}:${local.account}:table/${local.index_table}"

    key_arn        = local.key_arn
    bucket_key_arn = local.bucket_key_arn

    transform_logs_arn  = "${local.log_arns}-transform:*"
    flush_logs_arn      = "${local.log_arns}-flush:*"
    retention_logs_arn  = "${local.log_arns}-retention:*"
    compaction_logs_arn = "${local.log_arns}-compaction:*"
    events_logs_arn     = "${local.log_arns}-events:*"
    iceberg_logs_arn    = "${local.log_arns}-iceberg:*"

    transform_function  = "${local.full_name}-transform"
    transform_arn       = "${local.function_arns}-transform:live"
    flush_function      = "${local.full_name}-flush"
    flush_arn           = "${local.function_arns}-flush:live"
    retention_function  = "${local.full_name}-retention"
    retention_arn       = "${local.function_arns}-retention:live"
    compaction_function = "${local.full_name}-compaction"
    compaction_arn      = "${local.function_arns}-compaction:live"
    events_function     = "${local.full_name}-events"
    events_arn          = "${local.function_arns}-events:live"
    iceberg_function    = "${local.full_name}-iceberg"
    iceberg_arn         = "${local.function_arns}-iceberg:live"

    compaction_machine_name = "${local.full_name}-compaction"
    compaction_machine_arn  = "arn:${local.partition}:states:${local.region}:${local.account}:stateMachine:${local.full_name}-compaction"

    flusher_failures_queue = try(aws_sqs_queue.this["flusher-failures"].name, "")
    flusher_failures_arn   = try(aws_sqs_queue.this["flusher-failures"].arn, "")
    source_failures_queue  = try(local.source_failures.name, "")
    source_failures_arn    = try(local.source_failures.arn, "")
    source_queue           = try(aws_sqs_queue.this["uploads"].name, "")
    source_queue_arn       = try(aws_sqs_queue.this["uploads"].arn, "")
    uploads_rule           = try(aws_cloudwatch_event_rule.uploads[0].name, "")
    ticks_queue            = try(aws_sqs_queue.this["ticks"].name, "")
    ticks_queue_arn        = try(aws_sqs_queue.this["ticks"].arn, "")
    ticks_queue_url        = try(aws_sqs_queue.this["ticks"].id, "")

    source_stream     = local.kinesis_name
    source_stream_arn = local.kinesis_arn

    firehose_logs_arn = try("${aws_cloudwatch_log_group.firehose[0].arn}:*", "")
    firehose_stream   = local.stream
  }

  log_arns        = "arn:${local.partition}:logs:${local.region}:${local.account}:log-group:/aws/lambda/${local.full_name}"
  source_failures = try(aws_sqs_queue.this["kinesis-failures"], aws_sqs_queue.this["object-failures"], null)

  function_arns = "arn:${local.partition}:lambda:${local.region}:${local.account}:function:${local.full_name}"
}
