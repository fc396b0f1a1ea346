import { type Client, PosternError, type RequestOptions } from '@postern/sdk'
import type { Found } from './item.ts'
import { isUuid } from './matches.ts'
import type { Descriptions } from './use-descriptions.ts'

const endpointsMax = 20
const deliveriesMax = 5

type Lookup = (
  client: Client,
  id: string,
  describe: Descriptions,
  options: RequestOptions,
) => Promise<Found[]>

/** How each resource with a page is read, by the prefix of its ID. */
const lookups: Readonly<Record<string, Lookup>> = {
  post: async (client, id, describe, options) => [
    describe.post(await client.posts.get(id, options)),
  ],
  cmt: async (client, id, describe, options) => [
    describe.comment(await client.comments.get(id, options)),
  ],
  acc: async (client, id, describe, options) => [
    describe.account(await client.accounts.get(id, options)),
  ],
  prof: async (client, id, describe, options) => [
    describe.profile(await client.profiles.get(id, options)),
  ],
  mem: async (client, id, describe, options) => [
    describe.member(await client.members.get(id, options)),
  ],
  link: async (client, id, describe, options) => [
    describe.link(await client.connect.links.get(id, options)),
  ],
  inv: async (client, id, describe, options) => [
    describe.invitation(await client.connect.invitations.get(id, options)),
  ],
  whk: async (client, id, describe, options) => [
    describe.webhook(await client.webhooks.get(id, options)),
  ],
  req: async (client, id, describe, options) => [
    describe.request(await client.requests.get(id, options)),
  ],
  key: async (client, id, describe, options) => {
    const { data } = await client.apiKeys.list({ limit: 100 }, options)
    return data.filter((key) => key.id === id).map(describe.key)
  },
}

/**
 * What has this ID; for the ID of an event, its deliveries. Empty if nothing has it, the member has no
 * access to it, or it has no page.
 */
export async function findById(
  client: Client,
  id: string,
  describe: Descriptions,
  signal: AbortSignal,
): Promise<Found[]> {
  const lookup = isUuid(id) ? findDeliveries : lookups[id.split('_')[0]!]
  if (!lookup) return []
  try {
    return await lookup(client, id, describe, { signal })
  } catch (err) {
    if (err instanceof PosternError && [403, 404].includes(err.status)) return []
    throw err
  }
}

/** The deliveries with this ID or of the event with it, of all endpoints. */
async function findDeliveries(
  client: Client,
  id: string,
  describe: Descriptions,
  options: RequestOptions,
): Promise<Found[]> {
  const { data: endpoints } = await client.webhooks.list({ limit: endpointsMax }, options)
  const found = await Promise.all(
    endpoints.map(async (endpoint) => {
      const query = { search: id, limit: deliveriesMax }
      const { data } = await client.webhooks.deliveries.list(endpoint.id, query, options)
      return data.map((delivery) => describe.delivery(delivery, endpoint))
    }),
  )
  return found.flat().slice(0, deliveriesMax)
}
