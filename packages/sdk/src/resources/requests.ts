import type { Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** The requests of the last days that were made with API keys. */
export function requests(settings: Settings) {
  return {
    /** Newest first. `status` has statuses and classes: `422`, `4xx`. */
    list: (query: Query<'listApiRequests'> = {}, options?: RequestOptions) =>
      list(settings, 'listApiRequests', { query, options }),
    /** By the `X-Request-Id` of its response, unless the request came with its own. */
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getApiRequest', { path: { id } }, options),
  }
}
