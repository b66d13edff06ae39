# A queue of yours invokes the function. Its messages are hidden for six times the function's timeout and the window, and
# what fails goes to its own dead-letter queue.

module "orders" {
  source = "../.."

  configuration = "${path.module}/stream.json"
  values        = "${path.module}/values.json"
  code          = { functions = "${path.module}/functions.jar" }

  depends_on = [aws_sqs_queue.orders]
}

resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 420
  redrive_policy             = jsonencode({ deadLetterTargetArn = aws_sqs_queue.failed.arn, maxReceiveCount = 5 })
}

resource "aws_sqs_queue" "failed" {
  name                      = "orders-failed"
  message_retention_seconds = 1209600
}
