# Objects that others put into a bucket of yours are read. The bucket tells EventBridge of them.

module "orders" {
  source = "../.."

  configuration = "${path.module}/stream.json"
  values        = "${path.module}/values.json"
  code          = { functions = "${path.module}/functions.jar" }
}

resource "aws_s3_bucket_notification" "uploads" {
  bucket      = "orders-uploads"
  eventbridge = true
}
