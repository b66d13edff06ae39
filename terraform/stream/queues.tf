# The queues that the stream makes: of what was given up, which nothing reads but an operator, and of what invokes a
# function. Another name_prefix is no reason for other ones, which would begin empty.

locals {
  # SQS keeps nothing for longer.
  fortnight = 14 * 24 * 60 * 60

  queues = { for name, queue in {
    flusher-failures = { made = local.buffered, kept = local.fortnight, hidden = null }
    kinesis-failures = { made = local.source.kind == "kinesis", kept = local.fortnight, hidden = null }
    object-failures  = { made = local.source.kind == "s3", kept = local.fortnight, hidden = null }
    uploads          = { made = local.source.kind == "s3", kept = local.fortnight, hidden = try(local.source.visibility_timeout_seconds, null) }
    # A tick that nobody took in time is not worth a run any more.
    ticks = { made = local.ticking, kept = 120, hidden = try(local.functions.flush.timeout_seconds, null) }
  } : name => queue if queue.made }

  # Who may send, besides whoever has a role that lets them.
  queue_senders = { for name in ["uploads", "object-failures"] : name => [{
    Effect    = "Allow"
    Principal = { Service = "events.amazonaws.com" }
    Action    = "sqs:SendMessage"
    Resource  = aws_sqs_queue.this[name].arn
    Condition = {
      ArnEquals    = { "aws:SourceArn" = aws_cloudwatch_event_rule.uploads[0].arn }
      StringEquals = { "aws:SourceAccount" = local.account }
    }
  }] if contains(keys(local.queues), name) }
}

resource "aws_sqs_queue" "this" {
  for_each = local.queues

  name                       = "${local.full_name}-${each.key}"
  message_retention_seconds  = each.value.kept
  visibility_timeout_seconds = each.value.hidden
  sqs_managed_sse_enabled    = true
  tags                       = var.tags

  lifecycle {
    ignore_changes = [name]
  }
}

resource "aws_sqs_queue_policy" "this" {
  for_each = local.queues

  queue_url = aws_sqs_queue.this[each.key].id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = concat([{
      Effect    = "Deny"
      Principal = { AWS = "*" }
      Action    = "sqs:*"
      Resource  = aws_sqs_queue.this[each.key].arn
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }], try(local.queue_senders[each.key], []))
  })
}

resource "aws_sqs_queue_redrive_policy" "uploads" {
  count = local.source.kind == "s3" ? 1 : 0

  queue_url = aws_sqs_queue.this["uploads"].id
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.this["object-failures"].arn
    maxReceiveCount     = local.source.max_receive_count
  })
}
