# The table of staged batches and of the flusher's state. One that was set back is of no use: it is made again of the
# staging bucket, so that it has no point-in-time recovery.

resource "aws_dynamodb_table" "index" {
  count = var.index ? 1 : 0

  name                        = "${var.full_name}-index"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "pk"
  range_key                   = "sk"
  deletion_protection_enabled = var.retain
  tags                        = var.tags

  attribute {
    name = "pk"
    type = "S"
  }

  attribute {
    name = "sk"
    type = "S"
  }

  # Receipts alone have it.
  ttl {
    attribute_name = "ttl"
    enabled        = true
  }

  dynamic "server_side_encryption" {
    for_each = var.key_arn == null ? [] : [var.key_arn]

    content {
      enabled     = true
      kms_key_arn = server_side_encryption.value
    }
  }

  lifecycle {
    ignore_changes = [name]
  }
}
