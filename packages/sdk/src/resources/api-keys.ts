import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** API keys of the owner and of profiles. */
export function apiKeys(settings: Settings) {
  return {
    list: (query: Query<'listApiKeys'> = {}, options?: RequestOptions) =>
      list(settings, 'listApiKeys', { query, options }),
    /** `profile_id` limits the key to that profile. Only this response has the `secret`. */
    create: (body: Body<'createApiKey'>, options?: RequestOptions) =>
      send(settings, 'createApiKey', { body }, options),
    revoke: (id: string, options?: RequestOptions) =>
      send(settings, 'revokeApiKey', { path: { id } }, options),
    /** Creates a key with the same rights. The old key works until the end of the overlap. */
    rotate: (id: string, body: Body<'rotateApiKey'> = {}, options?: RequestOptions) =>
      send(settings, 'rotateApiKey', { path: { id }, body }, options),
  }
}
