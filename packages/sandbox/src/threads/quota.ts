import type { GraphCall } from '../graph/call.ts'
import { type NodeKind, parseFields, selectFields } from '../graph/fields.ts'
import { requirePermissions } from '../graph/session.ts'
import { noField } from './profile.ts'
import { publishSession, threadsQuotas, threadsUsage } from './publish.ts'

const DAY_S = 86_400
const config = (quota_total: number) => ({ quota_total, quota_duration: DAY_S })

type Usage = ReturnType<typeof threadsUsage>

const quotaKind: NodeKind<Usage> = {
  defaults: ['quota_usage'],
  unknown: noField,
  fields: {
    quota_usage: (usage) => usage.posts,
    config: () => config(threadsQuotas.posts),
    reply_quota_usage: (usage) => usage.replies,
    reply_config: () => config(threadsQuotas.replies),
    delete_quota_usage: (usage) => usage.deletes,
    delete_config: () => config(threadsQuotas.deletes),
    location_search_quota_usage: (usage) => usage.location,
    location_search_config: () => config(threadsQuotas.location),
  },
}

/** `/{user}/threads_publishing_limit`. Reply fields need threads_manage_replies (threads.md §3.6). */
export function threadsPublishingLimit(call: GraphCall) {
  const session = publishSession(call)
  const fields = parseFields(call.params.fields)
  if (fields.some((field) => field.name.startsWith('reply_')))
    requirePermissions(session, 'threads_manage_replies')
  const usage = threadsUsage(call.sandbox, session.account.id)
  return { data: [selectFields(quotaKind, usage, fields)] }
}
