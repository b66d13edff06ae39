# A Firehose stream of yours runs its records through the function. Its resource takes the module's processors, so that no
# apply takes them off again.

module "orders" {
  source = "../.."

  configuration = "${path.module}/stream.json"
  values        = "${path.module}/values.json"
  code          = { functions = "${path.module}/functions.jar" }
}

resource "aws_kinesis_firehose_delivery_stream" "sales" {
  name        = "sales"
  destination = "extended_s3"

  extended_s3_configuration {
    role_arn   = aws_iam_role.sales.arn
    bucket_arn = "arn:aws:s3:::sales"

    processing_configuration {
      enabled = true

      dynamic "processors" {
        for_each = module.orders.existing_stream.processors

        content {
          type = processors.value.type

          dynamic "parameters" {
            for_each = processors.value.parameters

            content {
              parameter_name  = parameters.value.parameter_name
              parameter_value = parameters.value.parameter_value
            }
          }
        }
      }
    }
  }
}

resource "aws_iam_role" "sales" {
  name = "sales"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "firehose.amazonaws.com" } }]
  })
}
