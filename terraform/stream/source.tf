# What invokes the transform function, where that is not Firehose: a Kinesis stream, a queue of the user's, or the queue of
# uploads. The figures are Sluice's: a Kinesis batch is halved when it fails and tried for as long as the stream has its
# records, since one that was given up would lie below the position of the next, and be taken for a repeat.

locals {
  mapping = local.source.mapping

  reads_kinesis = contains(["kinesis", "kinesis_through_firehose"], local.source.kind)
  kinesis_arn   = local.source.makes_kinesis_stream ? module.storage.source_stream.arn : local.reads_kinesis ? local.source.given_arn : ""
  kinesis_name  = local.source.makes_kinesis_stream ? module.storage.source_stream.name : try(split("/", local.kinesis_arn)[1], "")
}

resource "aws_lambda_event_source_mapping" "source" {
  count = local.mapping == null ? 0 : 1

  function_name = module.function["transform"].live
  event_source_arn = (
    local.source.kind == "kinesis" ? local.kinesis_arn
    : local.source.kind == "s3" ? aws_sqs_queue.this["uploads"].arn
    : local.source.given_arn
  )
  starting_position                  = try(local.mapping.StartingPosition, null)
  batch_size                         = local.mapping.BatchSize
  maximum_batching_window_in_seconds = try(local.mapping.MaximumBatchingWindowInSeconds, null)
  parallelization_factor             = try(local.mapping.ParallelizationFactor, null)
  bisect_batch_on_function_error     = try(local.mapping.BisectBatchOnFunctionError, null)
  maximum_record_age_in_seconds      = try(local.mapping.MaximumRecordAgeInSeconds, null)
  maximum_retry_attempts             = try(local.mapping.MaximumRetryAttempts, null)
  function_response_types            = try(local.mapping.FunctionResponseTypes, null)

  dynamic "destination_config" {
    for_each = try([local.mapping.DestinationConfig], [])

    content {
      on_failure {
        destination_arn = aws_sqs_queue.this["kinesis-failures"].arn
      }
    }
  }

  dynamic "scaling_config" {
    for_each = try([local.mapping.ScalingConfig], [])

    content {
      maximum_concurrency = scaling_config.value.MaximumConcurrency
    }
  }

  dynamic "filter_criteria" {
    for_each = try([local.mapping.FilterCriteria], [])

    content {
      dynamic "filter" {
        for_each = filter_criteria.value.Filters

        content {
          pattern = filter.value.Pattern
        }
      }
    }
  }

  lifecycle {
    precondition {
      condition     = local.source.given_arn == null ? true : split(":", local.source.given_arn)[3] == local.region && split(":", local.source.given_arn)[4] == local.account
      error_message = "${coalesce(local.source.given_arn, "-")} is not of region ${local.region} and account ${local.account}, where the function is: an event source mapping reaches its own region and account. Deploy the stream there, or name a source that is here."
    }
  }
}
