import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { failurePage, notFoundPage } from './error.ts'

/** The platforms' servers keep a document for minutes anyway (bluesky.md §1.2). */
const cacheControl = 'public, max-age=300'

/**
 * The JSON documents that platforms' servers fetch from PUBLIC_URL to know this installation, the same
 * for every caller. 404 where they are not used.
 */
export function clientDocuments(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  for (const platform of ctx.platforms.values()) {
    for (const [path, read] of Object.entries(platform.clientDocuments ?? {})) {
      pages.get(path, countUnauthenticatedRequests(ctx), async (call) => {
        const document = await read()
        if (!document) return await notFoundPage(ctx, call)
        return call.json(document, 200, { 'cache-control': cacheControl })
      })
    }
  }
  return pages
}
