variable "stream" {
  description = "DeliveryStreamName."
  type        = string
}

variable "full_name" {
  description = "What names begin with."
  type        = string
}

variable "buckets" {
  description = "Which buckets are made: data, staging."
  type        = set(string)
}

variable "index" {
  description = "Whether the table is made."
  type        = bool
}

variable "source_stream" {
  description = "Whether a Kinesis stream is made."
  type        = bool
}

variable "database" {
  description = "Name of the Glue database that is made; null: none."
  type        = string
}

variable "key_arn" {
  description = "The KMS key of buckets and table; null: AWS's own."
  type        = string
}

variable "retain" {
  description = "Whether all of it refuses to be deleted."
  type        = bool
}

variable "tags" {
  type = map(string)
}
