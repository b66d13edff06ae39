# The database of the stream's tables. Glue deletes whatever tables are in it when it goes, whoever made them.

resource "aws_glue_catalog_database" "tables" {
  count = var.database == null ? 0 : 1

  name = var.database
  tags = var.tags
}
