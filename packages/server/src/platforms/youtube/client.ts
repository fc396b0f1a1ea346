import { z } from 'zod'
import type { PlatformRequest, PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { youtubeFailure } from './errors.ts'
import { spendQuota, unitsOf } from './quota.ts'

export type YoutubeClient = ReturnType<typeof youtubeClient>
type Params = Readonly<Record<string, string>>

/** Calls of the Data API with an access token; each throws `PlatformError` (youtube.md §2). */
export function youtubeClient(setup: PlatformSetup, access: string) {
  const { bases } = setup.app
  const headers = { authorization: `Bearer ${access}` }
  const send = <T>(request: PlatformRequest, shape: z.ZodType<T>): Promise<T> =>
    callGoogle(setup, { ...request, headers: { ...headers, ...request.headers } }, shape)
  const urlOf = (path: string, params: Params) =>
    platformUrl(bases.api, `/youtube/v3/${path}`, params)
  return {
    get: async <T>(path: string, params: Params, shape: z.ZodType<T>): Promise<T> => {
      const url = urlOf(path, params)
      await spendQuota(setup, 'units', unitsOf.read)
      return await send({ method: 'GET', url }, shape)
    },

    write: async <T>(
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      params: Params,
      shape: z.ZodType<T>,
      json?: unknown,
    ): Promise<T> => {
      const url = urlOf(path, params)
      await spendQuota(setup, 'units', unitsOf.write)
      return await send({ method, url, ...(json === undefined ? {} : { json }) }, shape)
    },

    /** A request to the host of uploads, whose raw response the caller reads. */
    upload: async (request: Omit<PlatformRequest, 'url'> & { path: string; params: Params }) => {
      const { path, params, ...rest } = request
      const url = platformUrl(bases.api, `/upload/youtube/v3/${path}`, params)
      return await setup.call({ ...rest, url, headers: { ...headers, ...rest.headers } })
    },

    /** The reports of Analytics have a host of their own (youtube.md §6.2). */
    report: <T>(params: Params, shape: z.ZodType<T>): Promise<T> => {
      const url = platformUrl(bases.insights ?? bases.api, '/v2/reports', params)
      return send({ method: 'GET', url }, shape)
    },
  }
}

/** Calls Google and parses the response by its documented schema, or throws `PlatformError`. */
export async function callGoogle<T>(
  { call, now }: Pick<PlatformSetup, 'call' | 'now'>,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const response = await call(request)
  const failure = youtubeFailure(request, response, now())
  if (failure) throw failure
  return readShape(shape, parseJson(response.text))
}

/** Of a success without a body (204). */
export const nothing = z.unknown()
