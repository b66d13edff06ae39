terraform {
  # Validations that look at other variables came with 1.9.
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source = "hashicorp/aws"
      # From 6.20 on it knows the runtime java25.
      version = ">= 5.82"
    }
  }
}

locals {
  # The release that this module is a part of: the one that derived the values must be the same.
  sluice = "1.0.0-SNAPSHOT"
}
