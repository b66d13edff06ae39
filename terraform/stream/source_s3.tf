# Objects that others put into a bucket, and that EventBridge tells of: a rule puts each event into a queue, and the queue
# invokes the transform function, which reads the object. What fails comes again, and ends in the queue of what was given
# up, whole. The bucket is not touched; it must send its events to EventBridge.

locals {
  upload_keys   = try(local.source.event_pattern.detail.object.key[0], {})
  upload_prefix = try(local.upload_keys.prefix, split("*", local.upload_keys.wildcard)[0], "")

  # Each object would make the next.
  reads_itself = local.source.kind == "s3" && try(local.source.bucket, null) == var.data_bucket && anytrue([
    for head in concat([local.values.prefix_heads.data, local.values.prefix_heads.errors], [
      for each in [local.values.prefix_heads.compacted, local.values.prefix_heads.iceberg] : each if each != null
    ]) :
    startswith(head, local.upload_prefix) || startswith(local.upload_prefix, head)
  ])
}

resource "aws_cloudwatch_event_rule" "uploads" {
  count = local.source.kind == "s3" ? 1 : 0

  name          = "${local.full_name}-uploads"
  description   = local.source.rule_description
  event_pattern = jsonencode(local.source.event_pattern)
  tags          = var.tags

  lifecycle {
    # Another name_prefix is no reason for another rule: what is put between the two would be lost.
    ignore_changes = [name]

    precondition {
      condition     = !local.reads_itself
      error_message = "Stream ${local.stream} writes to ${coalesce(var.data_bucket, "-")} what it reads there under “${local.upload_prefix}”: each object would make the next. Give it a prefix beside its own (Prefix, ErrorOutputPrefix), or another bucket."
    }
  }
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
