# A page of the stream: the alarms, how far reading lags behind the source, how much waits, what is delivered and
# rejected, how the functions do.

resource "aws_cloudwatch_dashboard" "stream" {
  count = local.values.dashboard == null ? 0 : 1

  dashboard_name = "${local.full_name}-stream"
  dashboard_body = local.texts[local.values.dashboard]
}
