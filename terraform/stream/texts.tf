# Sluice's texts with the names that they leave open, each as ${word}, filled in.

locals {
  texts = { for text in local.open : text => join("", [
    for i, part in split("$${", text) :
    i == 0 ? part : "${local.names[split("}", part)[0]]}${join("}", slice(split("}", part), 1, length(split("}", part))))}"
  ]) }

  open = distinct(concat(
    [for statements in values(local.statements) : jsonencode(statements)],
    flatten([for schedule in local.values.schedules : [schedule.target, schedule.input]]),
    flatten([for alarm in local.values.alarms : [for metric in values(try(alarm.metrics, { it = alarm.metric })) : metric.value]]),
    [for each in local.values.event_invoke_configs : each.on_failure],
    compact([local.values.dashboard, try(local.values.compaction.definition, null)]),
  ))

  # What each role may do, as Sluice tells it.
  told = merge(
    { for function in local.values.functions : function.part => function.rights },
    { for role in local.values.schedule_roles : role.part => role.rights },
    {
      flush_itself      = local.values.flush_itself
      firehose          = try(local.values.firehose.rights, [])
      invoke            = try(local.source.rights, [])
      compaction-steps  = try(local.values.compaction.rights, [])
      compaction-itself = try(local.values.compaction.itself, [])
    },
  )

  # Without what is said of keys that there are none of.
  keys       = { key_arn = local.key_arn, bucket_key_arn = local.bucket_key_arn, platform_key_arn = null }
  statements = { for role, rights in local.told : role => [for right in rights : right if right.key == null ? true : local.keys[right.key] != null] }

  # As IAM has them.
  rights = { for role, statements in local.statements : role => [
    for right in jsondecode(local.texts[jsonencode(statements)]) : merge(
      { Effect = "Allow", Action = right.actions, Resource = right.resources },
      { for name in ["Condition"] : name => right.conditions if length(right.conditions) > 0 },
    )
  ] }
}
