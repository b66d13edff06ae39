output "buckets" {
  description = "Name of each bucket that is made."
  value       = { for name, bucket in aws_s3_bucket.this : name => bucket.id }
}

output "index" {
  description = "Name and ARN of the table; null: none."
  value       = one([for table in aws_dynamodb_table.index : { name = table.name, arn = table.arn }])
}

output "source_stream" {
  description = "Name and ARN of the Kinesis stream; null: none."
  value       = one([for kinesis in aws_kinesis_stream.source : { name = kinesis.name, arn = kinesis.arn }])
}

output "retained" {
  description = "What outlives a destroy, in words."
  value       = [for name in sort(keys(terraform_data.retained)) : local.stored[name] if var.retain]
}
