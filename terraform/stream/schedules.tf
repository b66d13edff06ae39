# What starts functions by the clock, the roles that it takes on, and the queue of what could not be started.

resource "aws_iam_role" "schedule" {
  for_each = local.schedule_roles

  name                 = "${local.full_name}-${each.key}"
  description          = each.value.description
  permissions_boundary = var.permissions_boundary_arn
  tags                 = var.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "scheduler.amazonaws.com" }
      Condition = { StringEquals = { "aws:SourceAccount" = local.account } }
    }]
  })
}

resource "aws_iam_role_policy" "schedule" {
  for_each = local.schedule_roles

  name   = "use"
  role   = aws_iam_role.schedule[each.key].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights[each.key] })
}

resource "aws_scheduler_schedule" "this" {
  for_each = local.schedules

  name                = "${local.full_name}-${each.key}"
  description         = each.value.description
  schedule_expression = each.value.expression

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = local.texts[each.value.target]
    input    = local.texts[each.value.input]
    role_arn = aws_iam_role.schedule[each.value.role].arn

    # Tried once: the next run does what a late one would have done.
    dynamic "retry_policy" {
      for_each = each.value.maximum_event_age_in_seconds == null ? [] : [each.value.maximum_event_age_in_seconds]

      content {
        maximum_retry_attempts       = 0
        maximum_event_age_in_seconds = retry_policy.value
      }
    }

    dynamic "dead_letter_config" {
      for_each = each.value.dead_letter_arn != null ? [aws_sqs_queue.this["flusher-failures"].arn] : []

      content {
        arn = dead_letter_config.value
      }
    }
  }

  depends_on = [aws_iam_role_policy.schedule, module.function, aws_sfn_state_machine.compaction]
}

locals {
  # What keeps a snapshot is for functions that have one.
  schedules      = { for schedule in local.values.schedules : schedule.name => schedule if schedule.role != "warm-schedule" || var.snap_start != "none" }
  schedule_roles = { for role in local.values.schedule_roles : role.part => role if role.part != "warm-schedule" || var.snap_start != "none" }
}
