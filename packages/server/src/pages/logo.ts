import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { findLogo } from '../resources/connect/links/logo.ts'
import { fileHeaders, missingFile } from './file-headers.ts'

/** Serves uploaded logos, which the hosted pages show. */
export function logoFiles(ctx: Context): Hono<{ Variables: Vars }> {
  const app = new Hono<{ Variables: Vars }>()
  app.use('/logos/*', countUnauthenticatedRequests(ctx))
  app.get('/logos/:name', async (call) => {
    const logo = await findLogo(ctx, call.req.param('name'))
    if (!logo) return missingFile()
    return new Response(new Uint8Array(logo), {
      headers: {
        ...fileHeaders,
        'content-type': 'image/webp',
        'content-length': String(logo.length),
      },
    })
  })
  return app
}
