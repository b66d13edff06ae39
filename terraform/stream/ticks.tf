# Flush runs every few seconds: each minute the scheduler puts a message into a queue for each tick of the minute, delayed
# until then, and the queue invokes the flusher.

locals {
  ticking = try(local.values.ticks_mapping, null) != null
}

resource "aws_lambda_event_source_mapping" "ticks" {
  count = local.ticking ? 1 : 0

  function_name    = module.function["flush"].live
  event_source_arn = aws_sqs_queue.this["ticks"].arn
  batch_size       = local.values.ticks_mapping.BatchSize

  scaling_config {
    maximum_concurrency = local.values.ticks_mapping.ScalingConfig.MaximumConcurrency
  }
}
