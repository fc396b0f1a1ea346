import type { GraphCall } from '../graph/call.ts'
import { type FieldTable, parseFields, selectFields } from '../graph/fields.ts'
import { authenticate, requirePermissions, requireSelf } from '../graph/session.ts'
import { noField } from './profile.ts'
import { threadsQuotas, threadsUsage } from './publish.ts'

const DAY_S = 86_400
const config = (quota_total: number) => ({ quota_total, quota_duration: DAY_S })

type Usage = ReturnType<typeof threadsUsage>

const quotaFields: FieldTable<Usage> = {
  quota_usage: (usage) => usage.posts,
  config: () => config(threadsQuotas.posts),
  reply_quota_usage: (usage) => usage.replies,
  reply_config: () => config(threadsQuotas.replies),
  delete_quota_usage: (usage) => usage.deletes,
  delete_config: () => config(threadsQuotas.deletes),
  location_search_quota_usage: (usage) => usage.location,
  location_search_config: () => config(threadsQuotas.location),
}

/** `/{user}/threads_publishing_limit`. Reply fields need threads_manage_replies (threads.md §3.6). */
export function threadsPublishingLimit(call: GraphCall) {
  const session = authenticate(call)
  requireSelf(call, session, call.pathParams.user!)
  requirePermissions(session, 'threads_basic', 'threads_content_publish')
  const fields = parseFields(call.params.fields)
  if (fields.some((field) => field.name.startsWith('reply_')))
    requirePermissions(session, 'threads_manage_replies')
  const usage = threadsUsage(call.sandbox, session.account.id)
  return { data: [selectFields(usage, fields, quotaFields, ['quota_usage'], noField)] }
}
