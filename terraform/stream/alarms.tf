# The alarms of the stream. docs/how-to/operations.md says of each what it means and what to do.

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = local.alarms

  alarm_name          = "${local.full_name}-${each.key}"
  alarm_description   = "${each.value.description} Runbook: ${var.runbooks}#${lower(each.key)}"
  comparison_operator = each.value.comparison
  threshold           = each.value.threshold
  evaluation_periods  = each.value.periods
  datapoints_to_alarm = each.value.breaching == each.value.periods ? null : each.value.breaching
  treat_missing_data  = each.value.missing
  alarm_actions       = compact([var.alarm_topic_arn])
  ok_actions          = compact([var.alarm_topic_arn])
  tags                = var.tags

  namespace   = try(each.value.metric.namespace, null)
  metric_name = try(each.value.metric.name, null)
  statistic   = try(each.value.metric.statistic, null)
  period      = try(each.value.metric.period_seconds, null)
  dimensions  = try({ (each.value.metric.dimension) = local.texts[each.value.metric.value] }, null)

  dynamic "metric_query" {
    for_each = try([each.value.expression], [])

    content {
      id          = "expr_1"
      expression  = metric_query.value
      label       = each.value.label
      return_data = true
    }
  }

  dynamic "metric_query" {
    for_each = try(each.value.metrics, {})

    content {
      id          = metric_query.key
      return_data = false

      metric {
        namespace   = metric_query.value.namespace
        metric_name = metric_query.value.name
        dimensions  = { (metric_query.value.dimension) = local.texts[metric_query.value.value] }
        stat        = metric_query.value.statistic
        period      = metric_query.value.period_seconds
      }
    }
  }
}

locals {
  alarms = { for alarm in local.values.alarms : alarm.name => alarm }
}
