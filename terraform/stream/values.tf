# What the module knows of the stream: its configuration, and what Sluice derived of it.

locals {
  values      = jsondecode(file(var.values))
  request     = jsondecode(file(var.configuration))
  destination = local.request.ExtendedS3DestinationConfiguration
  stream      = local.values.stream
  buffered    = local.values.delivery == "buffer"
  source      = local.values.source
  full_name   = "${var.name_prefix}${local.values.plain_name}"

  partition = data.aws_partition.current.partition
  suffix    = data.aws_partition.current.dns_suffix
  account   = data.aws_caller_identity.current.account_id
  # Provider 5 calls it name and provider 6 region; both have it as the id.
  region = data.aws_region.current.id
}

data "aws_partition" "current" {}

data "aws_caller_identity" "current" {}

data "aws_region" "current" {}
