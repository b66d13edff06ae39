# Producers put records to a new Firehose stream.

module "orders" {
  source = "../.."

  configuration = "${path.module}/stream.json"
  values        = "${path.module}/values.json"
  code          = { functions = "${path.module}/functions.jar" }
}

output "delivery_stream" {
  value = module.orders.delivery_stream.name
}

output "data_bucket" {
  value = module.orders.data_bucket
}
