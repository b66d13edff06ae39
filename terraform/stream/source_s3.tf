# Objects that others put into a bucket, and that EventBridge tells of: a rule puts each event into a queue, and the queue
# invokes the transform function, which reads the object. What fails comes again, and ends in the queue of what was given
# up, whole. The bucket is not touched; it must send its events to EventBridge.

resource "aws_cloudwatch_event_rule" "uploads" {
  count = local.source.kind == "s3" ? 1 : 0

  name          = "${local.full_name}-uploads"
  description   = local.source.rule_description
  event_pattern = jsonencode(local.source.event_pattern)
  tags          = var.tags
}

resource "aws_cloudwatch_event_target" "uploads" {
  count = local.source.kind == "s3" ? 1 : 0

  rule      = aws_cloudwatch_event_rule.uploads[0].name
  target_id = "Queue"
  arn       = aws_sqs_queue.this["uploads"].arn

  dead_letter_config {
    arn = aws_sqs_queue.this["object-failures"].arn
  }
}
