# A Kinesis stream of the stream's own, which keeps records for as long as they can be wanted again after something went
# wrong over a long weekend.

resource "aws_kinesis_stream" "source" {
  count = var.source_stream ? 1 : 0

  name             = "${var.full_name}-source"
  retention_period = 168
  encryption_type  = "KMS"
  kms_key_id       = "alias/aws/kinesis"
  tags             = var.tags

  stream_mode_details {
    stream_mode = "ON_DEMAND"
  }

  lifecycle {
    ignore_changes = [name]
  }
}
