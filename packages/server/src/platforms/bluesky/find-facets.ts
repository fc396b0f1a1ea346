import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { BlueskyApi } from './api.ts'
import { parseDid } from './entered.ts'
import { buildFacets, type Facet, mentionedHandles, type ShownText } from './facets.ts'

const mentionsMax = 20
const resolved = z.object({ did: z.string() })

/** The facets of a text. A mention that does not exist stays plain text. */
export async function findFacets(api: BlueskyApi, text: ShownText): Promise<Facet[]> {
  const handles = mentionedHandles(text).slice(0, mentionsMax)
  const found = await Promise.all(
    handles.map(async (handle) => [handle, await findDid(api, handle)] as const),
  )
  const dids = new Map(found.flatMap(([handle, did]) => (did ? [[handle, did] as const] : [])))
  return buildFacets(text, dids)
}

/** The DID of a handle, by the account's own server; `null` if it does not exist. */
export async function findDid(api: BlueskyApi, handle: string): Promise<string | null> {
  try {
    const { did } = await api.query('com.atproto.identity.resolveHandle', { handle }, resolved)
    return parseDid(did)
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'rejected') return null
    throw err
  }
}
