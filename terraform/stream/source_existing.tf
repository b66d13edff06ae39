# A Firehose stream that exists, in this configuration or another. What attaches the function to it is an output, which its
# own resource takes: so no later apply takes the function off. The role that Firehose invokes the function with is made
# here, and the stream's own stays as it is.

resource "aws_iam_role" "invoke" {
  count = local.source.kind == "existing_firehose" ? 1 : 0

  name                 = "${local.full_name}-invoke"
  description          = "Firehose: invoke the transform function"
  assume_role_policy   = local.firehose_trust
  permissions_boundary = var.permissions_boundary_arn
  tags                 = var.tags
}

resource "aws_iam_role_policy" "invoke" {
  count = local.source.kind == "existing_firehose" ? 1 : 0

  name   = "use"
  role   = aws_iam_role.invoke[0].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights.invoke })
}

locals {
  # Under the API's names, with what it replaces of the stream.
  attachment = try(local.source.processing_configuration, null)

  attached_processors = local.attachment == null ? [] : [for processor in local.attachment.ProcessingConfiguration.Processors : {
    type = processor.Type
    parameters = [for each in processor.Parameters : {
      parameter_name = each.ParameterName
      parameter_value = (
        each.ParameterName == "LambdaArn" ? module.function["transform"].live
        : each.ParameterName == "RoleArn" ? aws_iam_role.invoke[0].arn
        : each.ParameterValue
      )
    } if lookup(local.processor_presets, each.ParameterName, null) != each.ParameterValue]
  }]
}
