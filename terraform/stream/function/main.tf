# A function with its role, its log group and what callers invoke: the alias `live` of the version that was published
# last. A snapshot is a version's, and all callers move with the alias. Versions before stay until the function goes.

locals {
  code = {
    "sluice-functions" = var.platform.code.functions
    "sluice-parquet"   = var.platform.code.parquet
    "sluice-registrar" = var.platform.code.registrar
  }[var.settings.artifact]
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.name}"
  retention_in_days = var.platform.log_retention_days
  tags              = var.platform.tags
}

resource "aws_lambda_function" "this" {
  function_name                  = var.name
  description                    = var.settings.description
  role                           = aws_iam_role.this.arn
  runtime                        = var.platform.runtime
  architectures                  = ["arm64"]
  handler                        = var.settings.handler
  filename                       = var.platform.code.bucket == null ? local.code : null
  source_code_hash               = var.platform.code.bucket == null ? filebase64sha256(local.code) : null
  s3_bucket                      = var.platform.code.bucket
  s3_key                         = var.platform.code.bucket == null ? null : local.code
  memory_size                    = var.settings.memory_mib
  timeout                        = var.settings.timeout_seconds
  reserved_concurrent_executions = var.concurrency
  publish                        = true
  tags                           = var.platform.tags

  environment {
    variables = var.environment
  }

  logging_config {
    log_format = "JSON"
    log_group  = aws_cloudwatch_log_group.this.name
  }

  dynamic "ephemeral_storage" {
    for_each = var.settings.storage_mib == null ? [] : [var.settings.storage_mib]

    content {
      size = ephemeral_storage.value
    }
  }

  # Lambda takes no snapshot of a function with more than its own storage.
  dynamic "snap_start" {
    for_each = var.platform.snap_start && var.settings.snap_start ? ["PublishedVersions"] : []

    content {
      apply_on = snap_start.value
    }
  }

  dynamic "vpc_config" {
    for_each = var.platform.vpc == null ? [] : [var.platform.vpc]

    content {
      subnet_ids         = vpc_config.value.subnet_ids
      security_group_ids = vpc_config.value.security_group_ids
    }
  }

  depends_on = [aws_iam_role_policy.this]
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  function_name    = aws_lambda_function.this.function_name
  function_version = aws_lambda_function.this.version
}
