import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { platformId } from '../wire/json.ts'
import { callGraph } from './graph.ts'

/** A network's version of the Graph API, and whether its token is a header or a parameter. */
export type GraphHost = { version: string; token: 'header' | 'parameter' }
export type GraphForm = Record<string, string>
export type GraphClient = ReturnType<typeof graphClient>

const object = z.object({ id: platformId })

/** The calls to a network's API with one token. */
export function graphClient({ app, call }: PlatformSetup, host: GraphHost, access: string) {
  const isParameter = host.token === 'parameter'
  const token: GraphForm = isParameter ? { access_token: access } : {}
  const headers: GraphForm = isParameter ? {} : { authorization: `Bearer ${access}` }
  const at = (path: string, params: GraphForm = {}) =>
    platformUrl(app.bases.api, host.version + path, params)
  const read = async <T>(path: string, params: GraphForm, shape: z.ZodType<T>): Promise<T> =>
    callGraph(call, { method: 'GET', url: at(path, { ...params, ...token }), headers }, shape)
  const write = async <T>(
    path: string,
    fields: GraphForm,
    shape: z.ZodType<T>,
    deadlineMs: number = limits.platform.deadlineMs,
  ): Promise<T> => {
    const form = { ...fields, ...token }
    return callGraph(call, { method: 'POST', url: at(path), headers, form, deadlineMs }, shape)
  }
  return {
    read,
    write,
    remove: async <T>(path: string, shape: z.ZodType<T>): Promise<T> =>
      callGraph(call, { method: 'DELETE', url: at(path, token), headers }, shape),
    /** Writes an object and returns its id. */
    create: async (path: string, fields: GraphForm, deadlineMs?: number): Promise<string> =>
      (await write(path, fields, object, deadlineMs)).id,
    readId: async (path: string): Promise<string> =>
      (await read(path, { fields: 'id' }, object)).id,
  }
}
