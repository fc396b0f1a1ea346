import { limits } from '../core/limits.ts'

type PartitionedTable = { readonly columns: readonly string[]; readonly daysKept: number }

const { historyDays } = limits.webhook

/**
 * The tables with one partition per day of `created_at` (UTC). `columns` are all of them; `daysKept` is
 * the number of full days after which a partition is dropped.
 */
export const partitionedTables = {
  event: {
    columns: ['id', 'created_at', 'owner_id', 'profile_id', 'type', 'body', 'resource_id'],
    daysKept: historyDays,
  },
  delivery: {
    columns: [
      'id',
      'created_at',
      'owner_id',
      'profile_id',
      'endpoint_id',
      'event_id',
      'event_created_at',
      'event_type',
      'test',
      'outcome',
      'outcome_at',
    ],
    daysKept: historyDays,
  },
  attempt: {
    columns: [
      'delivery_id',
      'created_at',
      'number',
      'started_at',
      'duration_ms',
      'url',
      'status_code',
      'error',
      'response',
      'signature',
      'error_code',
      'response_headers',
    ],
    daysKept: historyDays,
  },
  api_request: {
    columns: [
      'id',
      'created_at',
      'owner_id',
      'profile_id',
      'key_id',
      'key_name',
      'key_kind',
      'method',
      'path',
      'operation',
      'status',
      'error_code',
      'error_fields',
      'error_details',
      'duration_ms',
      'sent_request_id',
      'via',
    ],
    daysKept: limits.requestLog.keptDays,
  },
} as const satisfies Record<string, PartitionedTable>
export type PartitionedTableName = keyof typeof partitionedTables
export const partitionedTableNames = Object.keys(partitionedTables) as PartitionedTableName[]
