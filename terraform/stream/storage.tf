# What holds data: made here, or given.

module "storage" {
  source = "./storage"

  stream        = local.stream
  full_name     = local.full_name
  buckets       = toset(concat(var.data_bucket == null ? ["data"] : [], local.buffered ? ["staging"] : []))
  index         = local.buffered
  source_stream = local.source.makes_kinesis_stream
  database      = local.tables != null && var.table_database == "new" ? local.tables.database : null
  key_arn       = local.key_arn
  retain        = var.retain_data
  tags          = var.tags
}

locals {
  data_bucket     = var.data_bucket == null ? module.storage.buckets["data"] : var.data_bucket
  data_bucket_arn = "arn:${local.partition}:s3:::${local.data_bucket}"

  # Of a stream that Sluice buffers.
  staging_bucket = local.buffered ? module.storage.buckets["staging"] : ""
  index_table    = local.buffered ? module.storage.index.name : ""

  configured_key_arn = try(local.destination.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN, null)
  key_arn            = local.configured_key_arn == null ? var.kms_key_arn : local.configured_key_arn
  # Of a bucket of the user's, where it has another one.
  bucket_key_arn = var.data_bucket_key_arn == local.key_arn ? null : var.data_bucket_key_arn
}
