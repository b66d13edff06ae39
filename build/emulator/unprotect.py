"""Takes the protection off what is deployed on the emulator, as docs/how-to/operations.md says."""

import boto3

tables = boto3.client("dynamodb")
for name in tables.list_tables()["TableNames"]:
    tables.update_table(TableName=name, DeletionProtectionEnabled=False)
    tables.delete_table(TableName=name)
