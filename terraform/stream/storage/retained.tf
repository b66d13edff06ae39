# What outlives `terraform destroy`. Terraform has no deletion policy: prevent_destroy is no variable, and keeps a whole
# configuration from being destroyed. So each thing that holds data has a guard, which is destroyed before it, and whose
# destruction fails with a sentence: what runs goes, and what holds data stays as it is, with its policies.

locals {
  stored = merge(
    { for name, bucket in aws_s3_bucket.this : name => "the ${name} bucket ${bucket.id}" },
    { for table in aws_dynamodb_table.index : "index" => "the table ${table.name}" },
    { for kinesis in aws_kinesis_stream.source : "source" => "the Kinesis stream ${kinesis.name}" },
    { for database in aws_glue_catalog_database.tables : "database" => "the Glue database ${database.name}" },
  )

  # Known before anything is made.
  kept = toset(concat(tolist(var.buckets), var.index ? ["index"] : [], var.source_stream ? ["source"] : [], var.database == null ? [] : ["database"]))
}

resource "terraform_data" "retained" {
  for_each = local.kept

  input = {
    retain  = var.retain
    message = "Sluice keeps ${local.stored[each.key]} of stream ${var.stream}, with all that is in it. To delete it, set retain_data = false, apply, and destroy then. To leave it to whoever owns it, take it out of the state with terraform state rm."
  }

  # Another thing in its place is a deletion, too.
  triggers_replace = local.stored[each.key]

  provisioner "local-exec" {
    when    = destroy
    quiet   = true
    command = self.output.retain ? "echo ${self.output.message} && exit 1" : "exit 0"
  }

  # All of a bucket, so that none of it goes before.
  depends_on = [
    aws_s3_bucket_policy.this,
    aws_s3_bucket_public_access_block.this,
    aws_s3_bucket_server_side_encryption_configuration.this,
    aws_s3_bucket_lifecycle_configuration.this,
  ]
}
