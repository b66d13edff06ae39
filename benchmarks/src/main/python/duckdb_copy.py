"""Copies clicks from a file of JSON lines to a Parquet file with DuckDB, in one thread.

Arguments: the file of the clicks, the file for Parquet. Commands on standard input, one a line: a number copies that often and
answers the nanoseconds of processor time of the whole process; `differences FILE` answers how many rows are in one of the two
files alone; `version` answers DuckDB's.
"""
import sys
import time

import duckdb

COLUMNS = """{event_id: 'VARCHAR', customer_id: 'VARCHAR', region: 'VARCHAR', page: 'VARCHAR',
    type: 'STRUCT(event VARCHAR, device VARCHAR)', user_agent: 'VARCHAR',
    attributes: 'STRUCT(name VARCHAR, weight DOUBLE, seen BOOLEAN)[]', event_timestamp: 'BIGINT', trace: 'VARCHAR'}"""


def main(clicks, parquet):
    database = duckdb.connect()
    database.execute("SET threads = 1")
    copy = f"""COPY (SELECT * REPLACE (to_timestamp(event_timestamp) AS event_timestamp)
        FROM read_json('{clicks}', format = 'newline_delimited', columns = {COLUMNS}))
        TO '{parquet}' (FORMAT parquet, COMPRESSION snappy)"""
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        if command == "version":
            print(duckdb.__version__, flush=True)
        elif command == "differences":
            ours, theirs = f"FROM read_parquet('{parquet}')", f"FROM read_parquet('{argument}')"
            rows = database.execute(f"""SELECT (SELECT count(*) FROM ({ours} EXCEPT ALL {theirs}))
                + (SELECT count(*) FROM ({theirs} EXCEPT ALL {ours}))""").fetchone()[0]
            print(rows, flush=True)
        else:
            start = time.process_time_ns()
            for _ in range(int(command)):
                database.execute(copy)
            print(time.process_time_ns() - start, flush=True)


main(*sys.argv[1:])
