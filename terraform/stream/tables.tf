# The stream's tables in the Glue Data Catalog, for Athena. They are definitions only; who may query what is the
# account's own matter. Their database is among what is stored.

locals {
  tables = local.values.tables
}

resource "aws_glue_catalog_table" "this" {
  for_each = try(local.tables.inputs, {})

  database_name = local.tables.database
  name          = each.value.Name
  description   = each.value.Description
  table_type    = each.value.TableType
  # Their own ${…} stands for a partition's value.
  parameters = { for name, text in each.value.Parameters : name => replace(text, "s3://$${data_bucket}/", "s3://${local.data_bucket}/") }

  dynamic "partition_keys" {
    for_each = each.value.PartitionKeys

    content {
      name    = partition_keys.value.Name
      type    = partition_keys.value.Type
      comment = try(partition_keys.value.Comment, null)
    }
  }

  storage_descriptor {
    location      = replace(each.value.StorageDescriptor.Location, "s3://$${data_bucket}/", "s3://${local.data_bucket}/")
    input_format  = each.value.StorageDescriptor.InputFormat
    output_format = each.value.StorageDescriptor.OutputFormat

    ser_de_info {
      serialization_library = each.value.StorageDescriptor.SerdeInfo.SerializationLibrary
      parameters            = each.value.StorageDescriptor.SerdeInfo.Parameters
    }

    dynamic "columns" {
      for_each = each.value.StorageDescriptor.Columns

      content {
        name    = columns.value.Name
        type    = columns.value.Type
        comment = try(columns.value.Comment, null)
      }
    }
  }

  depends_on = [module.storage]
}
