CREATE DATABASE IF NOT EXISTS `lake`;

CREATE EXTERNAL TABLE IF NOT EXISTS `lake`.`o'clock` (
  `id` bigint,
  `select` struct<`from`:map<string,array<decimal(4,2)>>,`x`:varchar(3)> COMMENT 'it\'s\\',
  `user_id` char(2)
)
COMMENT 'It\'s \\ a table'
PARTITIONED BY (
  `net` string COMMENT 'a net',
  `n` bigint COMMENT 'a number',
  `dt` string COMMENT 'a day'
)
ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'
WITH SERDEPROPERTIES (
  'mapping.user_id' = 'user-id'
)
STORED AS INPUTFORMAT 'org.apache.hadoop.mapred.TextInputFormat'
OUTPUTFORMAT 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat'
LOCATION 's3://lake/it\'s/'
TBLPROPERTIES (
  'classification' = 'json',
  'projection.enabled' = 'true',
  'projection.net.type' = 'injected',
  'projection.n.type' = 'integer',
  'projection.n.range' = '-1,8',
  'projection.n.interval' = '3',
  'projection.n.digits' = '2',
  'projection.dt.type' = 'date',
  'projection.dt.format' = 'yyyy\'T\'MM',
  'projection.dt.range' = 'NOW-3YEARS,NOW',
  'projection.dt.interval' = '1',
  'projection.dt.interval.unit' = 'MONTHS',
  'storage.location.template' = 's3://lake/it\'s/${net}/${n}/${dt}/'
);
