output "data_bucket" {
  description = "Name of the bucket that objects are delivered to."
  value       = local.data_bucket
}

output "staging_bucket" {
  description = "Name of the bucket of staged batches and of the flusher's manifests; null in delivery `firehose`."
  value       = local.buffered ? local.staging_bucket : null
}

output "index_table" {
  description = "Name of the table of staged batches and of the flusher's state; null in delivery `firehose`."
  value       = local.buffered ? local.index_table : null
}

output "delivery_stream" {
  description = "Name and ARN of the Firehose stream that producers put to or that reads Kinesis; null where there is none."
  value       = one([for stream in aws_kinesis_firehose_delivery_stream.this : { name = stream.name, arn = stream.arn }])
}

output "source_stream" {
  description = "Name and ARN of the Kinesis stream that records come from; null where they come from elsewhere."
  value       = local.reads_kinesis ? { name = local.kinesis_name, arn = local.kinesis_arn } : null
}

output "functions" {
  description = "Name of each function, and the ARN of its alias `live`: transform, flush, retention, compaction, events, iceberg."
  value       = { for part, function in module.function : part => { name = function.name, live = function.live } }
}

output "schedules" {
  description = "Name of each schedule, which operators disable and enable, by the name that the runbooks know it by."
  value       = { for name, schedule in aws_scheduler_schedule.this : name => schedule.name }
}

output "queues" {
  description = "URL of each queue that the stream made: what was given up, and what invokes a function."
  value       = { for name, queue in aws_sqs_queue.this : name => queue.id }
}

output "alarms" {
  description = "ARN of each alarm, by the name that the runbooks know it by."
  value       = { for name, alarm in aws_cloudwatch_metric_alarm.this : name => alarm.arn }
}

output "compaction" {
  description = "ARN of the state machine whose executions are compactions; null where there are none."
  value       = one(aws_sfn_state_machine.compaction[*].arn)
}

output "existing_stream" {
  description = "What attaches the function to a Firehose stream that exists, as values of its `extended_s3_configuration`: `processors` of its `processing_configuration` and, in delivery `firehose`, `prefix` and `error_output_prefix`. Null for any other source."
  value = local.attachment == null ? null : {
    name                = local.source.existing_stream
    processors          = local.attached_processors
    prefix              = try(local.attachment.Prefix, null)
    error_output_prefix = try(local.attachment.ErrorOutputPrefix, null)
  }
}

output "processing_configuration" {
  description = "The same as text, for a stream whose configuration is not beside this one. Null for any other source."
  value = local.attachment == null ? null : join("\n", concat(
    ["processing_configuration {", "  enabled = true"],
    flatten([for processor in local.attached_processors : concat(
      ["", "  processors {", "    type = ${jsonencode(processor.type)}"],
      flatten([for each in processor.parameters : [
        "",
        "    parameters {",
        "      parameter_name  = ${jsonencode(each.parameter_name)}",
        "      parameter_value = ${jsonencode(each.parameter_value)}",
        "    }",
      ]]),
      ["  }"],
    )]),
    ["}", ""],
  ))
}

output "retained" {
  description = "What a destroy leaves, in words."
  value       = module.storage.retained
}
