variable "name" {
  description = "Of function, role and log group."
  type        = string
}

variable "settings" {
  description = "The function as Sluice derived it: description, handler, code, memory, timeout, storage, concurrency."
  type        = any
}

variable "environment" {
  type = map(string)
}

variable "statements" {
  description = "What its role may do."
  type        = any
}

variable "concurrency" {
  description = "Executions at once that are reserved; null: the account's pool."
  type        = number
}

variable "platform" {
  description = "What all functions share."
  type = object({
    code = object({
      functions = string
      parquet   = optional(string)
      registrar = optional(string)
      bucket    = optional(string)
    })
    runtime              = string
    snap_start           = bool
    vpc                  = optional(object({ subnet_ids = set(string), security_group_ids = set(string) }))
    log_retention_days   = number
    permissions_boundary = optional(string)
    account              = string
    tags                 = map(string)
  })
}
