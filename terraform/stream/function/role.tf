resource "aws_iam_role" "this" {
  name                 = var.name
  description          = var.settings.description
  permissions_boundary = var.platform.permissions_boundary
  tags                 = var.platform.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
      Condition = { StringEquals = { "aws:SourceAccount" = var.platform.account } }
    }]
  })
}

resource "aws_iam_role_policy" "this" {
  name = "use"
  role = aws_iam_role.this.id

  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = concat(var.statements, local.network)
  })
}

locals {
  # Lambda makes and removes the network interfaces under the function's role, and nobody knows their ids before.
  network = [for each in var.platform.vpc == null ? [] : ["*"] : {
    Effect = "Allow"
    Action = [
      "ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface",
      "ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets", "ec2:UnassignPrivateIpAddresses",
    ]
    Resource = each
  }]
}
