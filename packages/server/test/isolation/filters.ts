import type { Route } from '../../src/http/route.ts'
import { operations } from '../fuzz/document.ts'
import { markers, type ResourceIds, type ResourceType, tenants } from './tenants.ts'

/** What a list can be asked for beside ids, which the table itself goes through. */
const values: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '100'],
  external_id: Object.values(markers).flatMap((mark) => [`ext-${mark}`, `cms-${mark}`]),
  search: ['mk', ...Object.values(markers)],
  tag: Object.values(markers),
  platform: ['threads', 'instagram', 'tiktok', 'threads,instagram,facebook,tiktok'],
  type: ['image', 'video', 'image,video'],
  status: (
    'deleting deleted connected expired disconnected ready processing draft scheduled published ' +
    'failed canceled valid used revoked pending succeeded skipped draft,scheduled,published'
  ).split(' '),
  order: ['asc', 'desc'],
  reply_status: ['unreplied', 'replied', 'unreplied,in_progress,replied,no_reply_needed'],
  hidden: ['true', 'false'],
  deleted: ['true', 'false'],
  event_type: ['webhook.test', 'account.connected', 'comment.created', 'profile.deleted'],
  action: ['createPost', 'createProfile', 'createConnectLink', 'deleteProfile'],
  since: ['2026-11-01T00:00:00Z'],
  until: ['2026-12-31T00:00:00Z'],
  from: ['2026-11-01', '2026-11-01T00:00:00Z'],
  to: ['2026-12-31', '2026-12-31T00:00:00Z'],
}

/** Made from answers, see the walk through pages. */
const isPaging = (name: string) => name === 'cursor'

/** The queries of a list, one filter with one value each; ids of every space where it takes one. */
export function queriesOf(
  route: Route,
  resourceIds: ResourceIds,
  nounOf: (name: string) => ResourceType | null,
) {
  const operation = operations.find((each) => each.operationId === route.operationId)!
  return operation.parameters.flatMap(({ name, in: place }) => {
    if (place !== 'query' || isPaging(name)) return []
    const type = nounOf(name)
    const ids = type ? tenants.flatMap((tenant) => resourceIds[type][tenant] ?? []) : []
    const all = type ? ids : values[name]
    if (!all) {
      throw new Error(
        `${route.operationId}: the isolation proof has no value for ?${name}=. Give some in values of test/isolation/filters.ts, such that each profile has what they ask for.`,
      )
    }
    return [{ name, values: all }]
  })
}
