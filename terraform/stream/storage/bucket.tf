# Buckets for records: private, TLS only, encrypted.

resource "aws_s3_bucket" "this" {
  for_each = var.buckets

  # 37 characters at the most, of 63.
  bucket_prefix = "${trimsuffix(substr(lower(var.full_name), 0, 28), "-")}-${each.key}-"
  force_destroy = !var.retain
  tags          = var.tags

  lifecycle {
    # Another name_prefix is no reason for another bucket.
    ignore_changes = [bucket_prefix]
  }
}

resource "aws_s3_bucket_public_access_block" "this" {
  for_each = var.buckets

  bucket                  = aws_s3_bucket.this[each.key].id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  for_each = var.buckets

  bucket = aws_s3_bucket.this[each.key].id

  rule {
    bucket_key_enabled = var.key_arn == null ? null : true

    apply_server_side_encryption_by_default {
      sse_algorithm     = var.key_arn == null ? "AES256" : "aws:kms"
      kms_master_key_id = var.key_arn
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  for_each = var.buckets

  bucket = aws_s3_bucket.this[each.key].id

  rule {
    id     = "abandoned-uploads"
    status = "Enabled"

    filter {}

    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }
}

resource "aws_s3_bucket_policy" "this" {
  for_each = var.buckets

  bucket = aws_s3_bucket.this[each.key].id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [for condition in [{ Bool = { "aws:SecureTransport" = "false" } }, { NumericLessThan = { "s3:TlsVersion" = "1.2" } }] : {
      Effect    = "Deny"
      Principal = { AWS = "*" }
      Action    = "s3:*"
      Resource  = [aws_s3_bucket.this[each.key].arn, "${aws_s3_bucket.this[each.key].arn}/*"]
      Condition = condition
    }]
  })

  # S3 takes one change of a bucket's access at a time.
  depends_on = [aws_s3_bucket_public_access_block.this]
}
