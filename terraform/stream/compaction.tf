# A stream's compaction: the state machine that calls the function for each step of a day, with its role and log. What
# starts it by day is among the schedules. The view over both layouts is left in the bucket as a text.

locals {
  compacting = local.values.compaction != null
}

resource "aws_cloudwatch_log_group" "compaction_machine" {
  count = local.compacting ? 1 : 0

  name              = "/aws/vendedlogs/states/${local.full_name}-compaction"
  retention_in_days = var.log_retention_days
  tags              = var.tags
}

resource "aws_iam_role" "compaction_machine" {
  count = local.compacting ? 1 : 0

  name                 = "${local.full_name}-compaction-steps"
  permissions_boundary = var.permissions_boundary_arn
  tags                 = var.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "states.amazonaws.com" }
      Condition = { StringEquals = { "aws:SourceAccount" = local.account } }
    }]
  })
}

resource "aws_iam_role_policy" "compaction_machine" {
  count = local.compacting ? 1 : 0

  name   = "use"
  role   = aws_iam_role.compaction_machine[0].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights["compaction-steps"] })
}

# Each day has an execution of its own, which the machine starts.
resource "aws_iam_role_policy" "compaction_itself" {
  count = local.compacting ? 1 : 0

  name   = "itself"
  role   = aws_iam_role.compaction_machine[0].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights["compaction-itself"] })
}

resource "aws_sfn_state_machine" "compaction" {
  count = local.compacting ? 1 : 0

  name       = "${local.full_name}-compaction"
  role_arn   = aws_iam_role.compaction_machine[0].arn
  definition = local.texts[local.values.compaction.definition]
  tags       = var.tags

  logging_configuration {
    level           = "ALL"
    log_destination = "${aws_cloudwatch_log_group.compaction_machine[0].arn}:*"
  }

  tracing_configuration {
    enabled = true
  }

  depends_on = [aws_iam_role_policy.compaction_machine, module.function]
}
