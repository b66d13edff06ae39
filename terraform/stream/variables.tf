variable "configuration" {
  description = "Path of the stream's configuration file, which is the same as for every other way to run Sluice."
  type        = string

  validation {
    condition     = fileexists(var.configuration)
    error_message = "There is no configuration file ${var.configuration}: name the request of `aws firehose create-delivery-stream`, with $${path.module}/ before a path of your own module."
  }

  validation {
    condition     = try(!can(jsondecode(file(var.configuration)).DirectPutSourceConfiguration), true)
    error_message = "DirectPutSourceConfiguration, the throughput hint, is none of the AWS provider's: take it out of ${var.configuration}, or deploy with the CDK app (docs/how-to/deploy.md)."
  }
}

variable "values" {
  description = "Path of the file that `./sluice template --config FILE --format terraform` printed for that configuration."
  type        = string

  validation {
    condition     = fileexists(var.values)
    error_message = "There is no file of derived values ${var.values}. Make it: ./sluice template --config ${var.configuration} --format terraform > ${var.values}"
  }

  validation {
    condition     = !fileexists(var.values) || can(jsondecode(file(var.values)).configuration_sha256)
    error_message = "${var.values} is not what Sluice prints. Make it anew: ./sluice template --config ${var.configuration} --format terraform > ${var.values}"
  }

  validation {
    condition     = try(jsondecode(file(var.values)).release == local.sluice, true)
    error_message = "${var.values} was derived by Sluice ${try(jsondecode(file(var.values)).release, "?")}, and this module is of ${local.sluice}. Make it anew with that release: ./sluice template --config ${var.configuration} --format terraform > ${var.values}"
  }

  validation {
    condition     = try(jsondecode(file(var.values)).configuration_sha256 == filesha256(var.configuration), true)
    error_message = "${var.values} was derived from another configuration than ${var.configuration} is now. Make it anew: ./sluice template --config ${var.configuration} --format terraform > ${var.values}"
  }

  validation {
    condition     = try(contains(["direct_put", "kinesis_through_firehose", "kinesis", "existing_firehose", "sqs", "s3"], jsondecode(file(var.values)).source.kind), true)
    error_message = "This module has no source ${try(jsondecode(file(var.values)).source.kind, "?")}. It has Direct PUT, Kinesis (through Firehose or as an event source), a Firehose stream that exists, SQS and S3; the CDK app has all (docs/how-to/deploy.md)."
  }
}

variable "code" {
  description = "The release's jars, which Lambda takes as zips: `functions` and, where records are converted to Parquet or days compacted, `parquet`, where what lands is an Iceberg table, `registrar`. Paths on this machine or, with `bucket`, keys in that bucket; a key that stays the same while its object changes deploys nothing."
  type = object({
    functions = string
    parquet   = optional(string)
    registrar = optional(string)
    bucket    = optional(string)
  })

  validation {
    condition     = var.code.bucket != null || fileexists(var.code.functions)
    error_message = "There is no file ${var.code.functions}: name the release's sluice-functions-VERSION-lambda.jar, or the bucket that it is a key in."
  }

  validation {
    condition     = var.code.bucket != null || var.code.parquet == null || try(fileexists(var.code.parquet), false)
    error_message = "There is no file ${coalesce(var.code.parquet, "-")}: name the release's sluice-parquet-VERSION-lambda.jar, or the bucket that it is a key in."
  }

  validation {
    condition     = var.code.parquet != null || try(alltrue([for each in jsondecode(file(var.values)).functions : each.artifact != "sluice-parquet"]), true)
    error_message = "The stream converts records to Parquet or compacts days: code.parquet is missing, the release's sluice-parquet-VERSION-lambda.jar."
  }

  validation {
    condition     = var.code.bucket != null || var.code.registrar == null || try(fileexists(var.code.registrar), false)
    error_message = "There is no file ${coalesce(var.code.registrar, "-")}: name the release's sluice-registrar-VERSION-lambda.jar, or the bucket that it is a key in."
  }

  validation {
    condition     = var.code.registrar != null || try(alltrue([for each in jsondecode(file(var.values)).functions : each.artifact != "sluice-registrar"]), true)
    error_message = "What lands is an Iceberg table: code.registrar is missing, the release's sluice-registrar-VERSION-lambda.jar."
  }
}

variable "name_prefix" {
  description = "What the names of all that is made begin with: 1 to 32 letters, digits and '-', a letter first. Roles are known in all regions of an account: the same stream in another region takes another prefix. Buckets, table and a new Kinesis stream keep the names that they were made with."
  type        = string
  default     = "sluice-"

  validation {
    condition     = can(regex("^[A-Za-z][A-Za-z0-9-]{0,31}$", var.name_prefix))
    error_message = "name_prefix ${var.name_prefix} is not 1 to 32 letters, digits and '-', of which a letter is first."
  }

  validation {
    condition     = try(length("${var.name_prefix}${jsondecode(file(var.values)).plain_name}-retention-schedule") <= 64, true)
    error_message = "Names of roles have at most 64 characters, and ${var.name_prefix}${try(jsondecode(file(var.values)).plain_name, "")}-retention-schedule has more: shorten name_prefix."
  }
}

variable "data_bucket" {
  description = "Name of a bucket of yours for the objects, in the provider's region; known when it is planned, as a literal or the `bucket` of a resource that has one. Without it, a new one."
  type        = string
  default     = null

  validation {
    condition     = var.data_bucket == null || can(regex("^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$", var.data_bucket))
    error_message = "data_bucket ${coalesce(var.data_bucket, "-")} is not the name of a bucket: 3 to 63 small letters, digits, '.' and '-'."
  }
}

variable "data_bucket_key_arn" {
  description = "ARN of the KMS key that `data_bucket` is encrypted with, where it has one of yours."
  type        = string
  default     = null

  validation {
    condition     = var.data_bucket_key_arn == null || can(regex("^arn:[^:]+:kms:[^:]+:[0-9]+:key/.+$", var.data_bucket_key_arn))
    error_message = "data_bucket_key_arn ${coalesce(var.data_bucket_key_arn, "-")} is not the ARN of a key; an alias cannot be granted."
  }

  validation {
    condition     = var.data_bucket_key_arn == null || var.data_bucket != null
    error_message = "data_bucket_key_arn is for a data_bucket of yours; a new bucket has kms_key_arn."
  }
}

variable "kms_key_arn" {
  description = "ARN of the KMS key that encrypts the new buckets and the table. Without it the configuration's AWSKMSKeyARN, and then AWS's own keys."
  type        = string
  default     = null

  validation {
    condition     = var.kms_key_arn == null || can(regex("^arn:[^:]+:kms:[^:]+:[0-9]+:key/.+$", var.kms_key_arn))
    error_message = "kms_key_arn ${coalesce(var.kms_key_arn, "-")} is not the ARN of a key; an alias cannot be granted."
  }

  validation {
    condition     = var.kms_key_arn == null || try(jsondecode(file(var.configuration)).ExtendedS3DestinationConfiguration.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN, var.kms_key_arn) == var.kms_key_arn
    error_message = "kms_key_arn contradicts the AWSKMSKeyARN of ${var.configuration}: leave one of them out."
  }
}

variable "retain_data" {
  description = "Whether buckets, table, database and a new Kinesis stream refuse to be deleted. To delete them, with all that is in them: set it to false, apply, and destroy then."
  type        = bool
  default     = true
}

variable "vpc" {
  description = "Subnets and security groups of the functions. They need S3 and DynamoDB there (gateway endpoints), and Lambda (an interface endpoint) with FlushParallelism or Lanes above 1. Without it, no VPC."
  type = object({
    subnet_ids         = set(string)
    security_group_ids = set(string)
  })
  default = null

  validation {
    condition     = var.vpc == null || try(length(var.vpc.subnet_ids) > 0 && length(var.vpc.security_group_ids) > 0, false)
    error_message = "vpc needs at least one of subnet_ids and one of security_group_ids."
  }
}

variable "alarm_topic_arn" {
  description = "ARN of the SNS topic that alarms notify. Without it they notify nobody."
  type        = string
  default     = null

  validation {
    condition     = var.alarm_topic_arn == null || can(regex("^arn:[^:]+:sns:[^:]+:[0-9]+:[^:]+$", var.alarm_topic_arn))
    error_message = "alarm_topic_arn ${coalesce(var.alarm_topic_arn, "-")} is not the ARN of an SNS topic."
  }
}

variable "runbooks" {
  description = "The page that each alarm's description names, with the alarm's own anchor."
  type        = string
  default     = "docs/how-to/operations.md"
}

variable "flusher_concurrency" {
  description = "`reserved`: flush runs that overlap are capped, out of the account's concurrency; `none`: no cap, for accounts that have none to reserve."
  type        = string
  default     = "reserved"

  validation {
    condition     = contains(["reserved", "none"], var.flusher_concurrency)
    error_message = "flusher_concurrency ${var.flusher_concurrency} is none of reserved, none."
  }
}

variable "snap_start" {
  description = "`by-region`: functions start from a snapshot where Lambda has that; `none`: nowhere."
  type        = string
  default     = "by-region"

  validation {
    condition     = contains(["by-region", "none"], var.snap_start)
    error_message = "snap_start ${var.snap_start} is none of by-region, none."
  }
}

variable "table_database" {
  description = "`new`: the Glue database of the stream's tables is made; `existing`: it is there."
  type        = string
  default     = "new"

  validation {
    condition     = contains(["new", "existing"], var.table_database)
    error_message = "table_database ${var.table_database} is none of new, existing."
  }
}

variable "log_retention_days" {
  description = "Days for which CloudWatch keeps what functions and Firehose log."
  type        = number
  default     = 30
}

variable "permissions_boundary_arn" {
  description = "ARN of the policy that bounds every role."
  type        = string
  default     = null
}

variable "runtime" {
  description = "The functions' runtime; the AWS provider knows `java25` from 6.20 on."
  type        = string
  default     = "java25"
}

variable "tags" {
  description = "Tags of everything."
  type        = map(string)
  default     = {}
}
