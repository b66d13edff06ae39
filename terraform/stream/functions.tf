# The functions of the stream, and what all of them share.

module "function" {
  source   = "./function"
  for_each = local.functions

  name        = "${local.full_name}-${each.key}"
  settings    = each.value
  environment = { for name, value in each.value.environment : name => lookup(local.variables, value, value) }
  statements  = local.rights[each.key]
  concurrency = var.flusher_concurrency == "reserved" ? each.value.reserved_concurrency : null
  platform    = local.platform
}

# A flush run may start others beside itself.
resource "aws_iam_role_policy" "flush_itself" {
  count = length(local.values.flush_itself) > 0 ? 1 : 0

  name   = "itself"
  role   = module.function["flush"].role
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights["flush_itself"] })
}

# What becomes of events that Lambda keeps for a function: the next flush run is the retry of a failed one, and a queue
# describes it to an operator.
resource "aws_lambda_function_event_invoke_config" "this" {
  for_each = { for each in local.values.event_invoke_configs : each.function => each }

  function_name                = module.function[each.key].name
  qualifier                    = module.function[each.key].alias
  maximum_retry_attempts       = try(each.value.maximum_retry_attempts, null)
  maximum_event_age_in_seconds = try(each.value.maximum_event_age_in_seconds, null)

  destination_config {
    on_failure {
      destination = local.texts[each.value.on_failure]
    }
  }
}

locals {
  functions = { for function in local.values.functions : function.part => function }

  # The variables that are names, each a text of its own: a configuration may have ${word} in it, which is none of ours.
  variables = { for word in ["data_bucket", "staging_bucket", "index_table"] : "$${${word}}" => local.names[word] }

  platform = {
    code                 = var.code
    runtime              = var.runtime
    snap_start           = local.snap_start
    vpc                  = var.vpc
    log_retention_days   = var.log_retention_days
    permissions_boundary = var.permissions_boundary_arn
    account              = local.account
    tags                 = var.tags
  }

  # Where Lambda starts Java functions from snapshots.
  snap_start = (
    var.snap_start == "by-region"
    && local.partition == local.values.snap_start.partition
    && !contains(local.values.snap_start.without, local.region)
    && !anytrue([for begin in try(local.values.snap_start.elsewhere, []) : startswith(local.region, begin)])
  )
}
