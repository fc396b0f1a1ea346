import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** API keys of the owner and of single profiles. */
export function apiKeys(settings: Settings) {
  return {
    list: (query: Query<'listApiKeys'> = {}, options?: RequestOptions) =>
      list(settings, 'listApiKeys', { query, options }),
    /** With `profile_id` the key is locked to that profile. `secret` is shown in this answer only. */
    create: (body: Body<'createApiKey'>, options?: RequestOptions) =>
      send(settings, 'createApiKey', { body }, options),
    revoke: (id: string, options?: RequestOptions) =>
      send(settings, 'revokeApiKey', { path: { id } }, options),
    /** A new key with the same rights; the old one works until the overlap is over. */
    rotate: (id: string, body: Body<'rotateApiKey'> = {}, options?: RequestOptions) =>
      send(settings, 'rotateApiKey', { path: { id }, body }, options),
  }
}
