output "name" {
  value = aws_lambda_function.this.function_name
}

output "role" {
  description = "Name of its role."
  value       = aws_iam_role.this.name
}

output "live" {
  description = "ARN of the alias that callers invoke."
  value       = aws_lambda_alias.live.arn
}

output "alias" {
  value = aws_lambda_alias.live.name
}
