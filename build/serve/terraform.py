"""Terraform applies a stream, plans "No changes", and destroys it."""
import os
import subprocess
import sys

from served import Served

root, work = sys.argv[1:]
os.makedirs(work)
served = Served(root, os.path.join(work, "out"))
with open(os.path.join(work, "main.tf"), "w", encoding="utf-8") as to:
    to.write('''
provider "aws" {
  region                      = "us-east-1"
  access_key                  = "local"
  secret_key                  = "local"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
  endpoints { firehose = "%s" }
}

resource "aws_kinesis_firehose_delivery_stream" "clicks" {
  name        = "clicks"
  destination = "extended_s3"
  tags        = { team = "clicks" }
  extended_s3_configuration {
    role_arn            = "arn:aws:iam::123456789012:role/clicks"
    bucket_arn          = "arn:aws:s3:::clicks"
    prefix              = "customer=!{partitionKeyFromQuery:customer}/"
    error_output_prefix = "errors/!{firehose:error-output-type}/"
    buffering_size      = 64
    buffering_interval  = 60
    dynamic_partitioning_configuration { enabled = true }
    processing_configuration {
      enabled = true
      processors {
        type = "MetadataExtraction"
        parameters {
          parameter_name  = "MetadataExtractionQuery"
          parameter_value = "{customer:.customer_id}"
        }
        parameters {
          parameter_name  = "JsonParsingEngine"
          parameter_value = "JQ-1.6"
        }
      }
    }
  }
}
''' % served.uri)


def terraform(*arguments):
    return subprocess.run(["terraform", *arguments, "-no-color"], cwd=work, check=False, capture_output=True, text=True)


try:
    begun = terraform("init")
    if "Failed to query available provider packages" in begun.stderr:
        print("build/serve/run: Terraform's AWS provider can't be had here, so its part is left out", file=sys.stderr)
        raise SystemExit
    if begun.returncode != 0:
        raise SystemExit(f"terraform init ended with {begun.returncode}:\n{begun.stdout}\n{begun.stderr}")
    for step in (["apply", "-auto-approve"], ["plan", "-detailed-exitcode"], ["destroy", "-auto-approve"]):
        done = terraform(*step)
        if done.returncode != 0:
            raise SystemExit(f"terraform {step[0]} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
finally:
    served.stop()
print("terraform applied, planned no changes, and destroyed")
