import type { Route } from '../../src/http/route.ts'
import { operations } from '../fuzz/document.ts'
import { typeOfField } from './requests.ts'
import { markers, type ResourceIds, tenants } from './tenants.ts'

/** Values for query parameters that do not take IDs. */
const values: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '100'],
  external_id: Object.values(markers).flatMap((marker) => [`ext-${marker}`, `cms-${marker}`]),
  search: ['mk', ...Object.values(markers)],
  tag: Object.values(markers),
  approval: ['awaiting', 'approved,changes_requested'],
  platform: ['threads', 'instagram', 'tiktok', 'threads,instagram,facebook,tiktok'],
  kind: ['reply', 'template,reply'],
  type: ['image', 'video', 'image,video'],
  status: (
    'deleting deleted connected expired disconnected ready processing draft scheduled published ' +
    'failed canceled valid used revoked pending succeeded skipped draft,scheduled,published 200 2xx'
  ).split(' '),
  order: ['asc', 'desc'],
  sort: ['name', 'attention'],
  metric: ['views', 'likes'],
  metrics: ['followers_count', 'views'],
  reply_status: ['unreplied', 'replied', 'unreplied,in_progress,replied,no_reply_needed'],
  assigned_to: ['me', 'none'],
  hidden: ['true', 'false'],
  deleted: ['true', 'false'],
  used: ['true', 'false'],
  event_type: ['webhook.test', 'account.connected', 'comment.created', 'profile.deleted'],
  operation: ['createPost', 'getMe', 'listPosts'],
  method: ['GET', 'POST'],
  error_code: ['validation_failed'],
  interval: ['hour', 'day'],
  include: ['limits', 'bodies'],
  after: [],
  action: ['createPost', 'createProfile', 'createConnectLink', 'deleteProfile'],
  since: ['2026-11-01T00:00:00Z'],
  until: ['2026-12-31T00:00:00Z'],
  from: ['2026-11-01', '2026-11-01T00:00:00Z'],
  to: ['2026-12-31', '2026-12-31T00:00:00Z'],
}

/** Cursors come from responses; see the pagination test. */
const isPaging = (name: string) => name === 'cursor'

/** The filters of a list with the values to try: the IDs of every tenant, or those of `values`. */
export function queriesOf(route: Route, resourceIds: ResourceIds) {
  const operation = operations.find((each) => each.operationId === route.operationId)!
  return operation.parameters.flatMap(({ name, in: location }) => {
    if (location !== 'query' || isPaging(name)) return []
    const type = typeOfField(route, name)
    const ids = type ? tenants.flatMap((tenant) => resourceIds[type][tenant] ?? []) : []
    const all = type ? ids : values[name]
    if (!all) {
      throw new Error(
        `${route.operationId}: no values for ?${name}=. Add some that match data of each profile to values in test/isolation/filters.ts.`,
      )
    }
    return [{ name, values: all }]
  })
}
