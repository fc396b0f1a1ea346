import type { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformRequest, ReadBytes } from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { reportUsage } from '../contract/usage.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import type { DpopCall } from './dpop.ts'
import { blueskyFailure, blueskyUsage } from './errors.ts'

type Params = Readonly<Record<string, string | readonly string[]>>
export type BlueskyApi = ReturnType<typeof blueskyApi>

/**
 * Calls to the account's server. It answers `com.atproto.*` itself and passes `app.bsky.*` on
 * (bluesky.md §0). Ids are parameters, never part of the path.
 */
export function blueskyApi(setup: { send: DpopCall; now: () => Date }, tokens: Tokens) {
  const { server, dpopKey } = tokens.bound ?? {}
  if (!server || !dpopKey) throw new PlatformError('access_expired', { reason: 'token_revoked' })
  const call = async <T>(request: PlatformRequest, shape: z.ZodType<T>): Promise<T> => {
    const guarded = { ...request, guard: 'chosen_host' } as const
    const response = await setup.send(guarded, { key: dpopKey, access: tokens.access })
    reportUsage(() => blueskyUsage(response, setup.now()))
    const failure = blueskyFailure(request, response, setup.now())
    if (failure) throw failure
    return readShape(shape, parseJson(response.text))
  }
  const at = (method: string) => new URL(`${server}/xrpc/${method}`)
  return {
    query: <T>(method: string, params: Params, shape: z.ZodType<T>): Promise<T> => {
      const url = at(method)
      for (const [name, value] of Object.entries(params)) {
        for (const each of [value].flat()) url.searchParams.append(name, each)
      }
      return call({ method: 'GET', url }, shape)
    },

    procedure: <T>(method: string, json: unknown, shape: z.ZodType<T>): Promise<T> =>
      call({ method: 'POST', url: at(method), json }, shape),

    send: <T>(
      method: string,
      body: { type: string; size: number; read: ReadBytes },
      shape: z.ZodType<T>,
    ): Promise<T> =>
      call(
        {
          method: 'POST',
          url: at(method),
          stream: body,
          deadlineMs: uploadDeadlineMs(body.size),
        },
        shape,
      ),
  }
}
