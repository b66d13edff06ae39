package io.sluice.local.smoke;

/// Amazon DynamoDB: the index table.
interface CloudTables {
    /// Deletes all items of a table, and tells how many there were.
    int clear(String table);

    /// Removes a table, whatever protects it.
    void remove(String table);
}
