# A new Firehose stream that runs every record through the transform function: the resource that the configuration
# describes, under its name. What only Firehose reads (backup, conversion, tags, encryption) goes over as it is.

locals {
  has_firehose = local.values.firehose != null
  # Under the API's names.
  delivery   = try(local.values.firehose.destination, null)
  backup     = try(local.delivery.S3BackupConfiguration, null)
  conversion = try(local.delivery.DataFormatConversionConfiguration, null)
  encryption = try(local.values.firehose.direct_put.DeliveryStreamEncryptionConfigurationInput, null)

  # What the provider does not keep in its state, since it is Firehose's own preset: stated, it would be a change in every
  # plan.
  processor_presets = { NumberOfRetries = "3", BufferSizeInMBs = "1", BufferIntervalInSeconds = "60" }
}

resource "aws_kinesis_firehose_delivery_stream" "this" {
  count = local.has_firehose ? 1 : 0

  name        = local.stream
  destination = "extended_s3"
  tags        = merge(var.tags, local.values.firehose.tags)

  extended_s3_configuration {
    bucket_arn          = local.data_bucket_arn
    role_arn            = aws_iam_role.firehose[0].arn
    prefix              = local.delivery.Prefix
    error_output_prefix = try(local.delivery.ErrorOutputPrefix, null)
    compression_format  = local.delivery.CompressionFormat
    custom_time_zone    = try(local.delivery.CustomTimeZone, null)
    file_extension      = try(local.delivery.FileExtension, null)
    kms_key_arn         = local.configured_key_arn
    buffering_size      = try(local.delivery.BufferingHints.SizeInMBs, null)
    buffering_interval  = try(local.delivery.BufferingHints.IntervalInSeconds, null)
    s3_backup_mode      = local.backup == null ? null : "Enabled"

    cloudwatch_logging_options {
      enabled         = true
      log_group_name  = aws_cloudwatch_log_group.firehose[0].name
      log_stream_name = aws_cloudwatch_log_stream.firehose[0].name
    }

    dynamic "dynamic_partitioning_configuration" {
      for_each = try([local.delivery.DynamicPartitioningConfiguration], [])

      content {
        enabled        = true
        retry_duration = dynamic_partitioning_configuration.value.RetryOptions.DurationInSeconds
      }
    }

    processing_configuration {
      enabled = true

      dynamic "processors" {
        for_each = local.delivery.ProcessingConfiguration.Processors

        content {
          type = processors.value.Type

          dynamic "parameters" {
            for_each = [
              for each in processors.value.Parameters : each
              if each.ParameterName != "RoleArn" && lookup(local.processor_presets, each.ParameterName, null) != each.ParameterValue
            ]

            content {
              parameter_name  = parameters.value.ParameterName
              parameter_value = parameters.value.ParameterName == "LambdaArn" ? module.function["transform"].live : parameters.value.ParameterValue
            }
          }
        }
      }
    }

    dynamic "s3_backup_configuration" {
      for_each = local.backup == null ? [] : [local.backup]
      iterator = backup

      content {
        bucket_arn          = backup.value.BucketARN
        role_arn            = aws_iam_role.firehose[0].arn
        prefix              = try(backup.value.Prefix, null)
        error_output_prefix = try(backup.value.ErrorOutputPrefix, null)
        compression_format  = try(backup.value.CompressionFormat, null)
        buffering_size      = try(backup.value.BufferingHints.SizeInMBs, null)
        buffering_interval  = try(backup.value.BufferingHints.IntervalInSeconds, null)
        kms_key_arn         = try(backup.value.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN, null)

        dynamic "cloudwatch_logging_options" {
          for_each = try([backup.value.CloudWatchLoggingOptions], [])

          content {
            enabled         = try(cloudwatch_logging_options.value.Enabled, false)
            log_group_name  = try(cloudwatch_logging_options.value.LogGroupName, null)
            log_stream_name = try(cloudwatch_logging_options.value.LogStreamName, null)
          }
        }
      }
    }

    dynamic "data_format_conversion_configuration" {
      for_each = local.conversion == null ? [] : [local.conversion]
      iterator = conversion

      content {
        enabled = try(conversion.value.Enabled, true)

        schema_configuration {
          database_name = conversion.value.SchemaConfiguration.DatabaseName
          table_name    = conversion.value.SchemaConfiguration.TableName
          role_arn      = aws_iam_role.firehose[0].arn
          catalog_id    = try(conversion.value.SchemaConfiguration.CatalogId, null)
          region        = try(conversion.value.SchemaConfiguration.Region, null)
          version_id    = try(conversion.value.SchemaConfiguration.VersionId, null)
        }

        input_format_configuration {
          deserializer {
            dynamic "hive_json_ser_de" {
              for_each = try([conversion.value.InputFormatConfiguration.Deserializer.HiveJsonSerDe], [])
              iterator = serde

              content {
                timestamp_formats = try(serde.value.TimestampFormats, null)
              }
            }

            dynamic "open_x_json_ser_de" {
              for_each = try([conversion.value.InputFormatConfiguration.Deserializer.OpenXJsonSerDe], [])
              iterator = serde

              content {
                case_insensitive                         = try(serde.value.CaseInsensitive, null)
                column_to_json_key_mappings              = try(serde.value.ColumnToJsonKeyMappings, null)
                convert_dots_in_json_keys_to_underscores = try(serde.value.ConvertDotsInJsonKeysToUnderscores, null)
              }
            }
          }
        }

        output_format_configuration {
          serializer {
            dynamic "parquet_ser_de" {
              for_each = try([conversion.value.OutputFormatConfiguration.Serializer.ParquetSerDe], [])
              iterator = serde

              content {
                block_size_bytes              = try(serde.value.BlockSizeBytes, null)
                compression                   = try(serde.value.Compression, null)
                enable_dictionary_compression = try(serde.value.EnableDictionaryCompression, null)
                max_padding_bytes             = try(serde.value.MaxPaddingBytes, null)
                page_size_bytes               = try(serde.value.PageSizeBytes, null)
                writer_version                = try(serde.value.WriterVersion, null)
              }
            }

            dynamic "orc_ser_de" {
              for_each = try([conversion.value.OutputFormatConfiguration.Serializer.OrcSerDe], [])
              iterator = serde

              content {
                block_size_bytes                        = try(serde.value.BlockSizeBytes, null)
                bloom_filter_columns                    = try(serde.value.BloomFilterColumns, null)
                bloom_filter_false_positive_probability = try(serde.value.BloomFilterFalsePositiveProbability, null)
                compression                             = try(serde.value.Compression, null)
                dictionary_key_threshold                = try(serde.value.DictionaryKeyThreshold, null)
                enable_padding                          = try(serde.value.EnablePadding, null)
                format_version                          = try(serde.value.FormatVersion, null)
                padding_tolerance                       = try(serde.value.PaddingTolerance, null)
                row_index_stride                        = try(serde.value.RowIndexStride, null)
                stripe_size_bytes                       = try(serde.value.StripeSizeBytes, null)
              }
            }
          }
        }
      }
    }
  }

  dynamic "kinesis_source_configuration" {
    for_each = local.source.kind == "kinesis_through_firehose" ? [local.kinesis_arn] : []

    content {
      kinesis_stream_arn = kinesis_source_configuration.value
      role_arn           = aws_iam_role.firehose[0].arn
    }
  }

  # Firehose has none of its own for a stream that reads Kinesis.
  dynamic "server_side_encryption" {
    for_each = local.encryption == null ? [] : [local.encryption]

    content {
      enabled  = true
      key_type = server_side_encryption.value.KeyType
      key_arn  = try(server_side_encryption.value.KeyARN, null)
    }
  }

  depends_on = [aws_iam_role_policy.firehose]
}

resource "aws_cloudwatch_log_group" "firehose" {
  count = local.has_firehose ? 1 : 0

  name              = "/aws/kinesisfirehose/${local.full_name}-firehose"
  retention_in_days = var.log_retention_days
  tags              = var.tags
}

resource "aws_cloudwatch_log_stream" "firehose" {
  count = local.has_firehose ? 1 : 0

  name           = "delivery"
  log_group_name = aws_cloudwatch_log_group.firehose[0].name
}

resource "aws_iam_role" "firehose" {
  count = local.has_firehose ? 1 : 0

  name                 = "${local.full_name}-firehose"
  description          = "Firehose: transform and deliver"
  assume_role_policy   = local.firehose_trust
  permissions_boundary = var.permissions_boundary_arn
  tags                 = var.tags
}

resource "aws_iam_role_policy" "firehose" {
  count = local.has_firehose ? 1 : 0

  name   = "use"
  role   = aws_iam_role.firehose[0].id
  policy = jsonencode({ Version = "2012-10-17", Statement = local.rights.firehose })
}

locals {
  # Firehose, on behalf of this account only.
  firehose_trust = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "firehose.amazonaws.com" }
      Condition = { StringEquals = { "aws:SourceAccount" = local.account } }
    }]
  })
}
