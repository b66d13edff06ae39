# A new Kinesis stream invokes the function, without Firehose. "KinesisStream": "arn:…" in the configuration names one that
# exists; "Type": "firehose" beside it lets Firehose read it.

module "orders" {
  source = "../.."

  configuration = "${path.module}/stream.json"
  values        = "${path.module}/values.json"
  code          = { functions = "${path.module}/functions.jar" }
}

output "source_stream" {
  value = module.orders.source_stream.name
}
