import type { Context } from '../context.ts'
import type { PageCall } from './page.ts'

/**
 * Whether a form was sent from our own page. Browsers send Sec-Fetch-Site on secure connections, and
 * Origin always. Without this check, another site could start a login for its own link in a person's
 * browser, and a platform that already knows the app would not ask that person.
 */
export function isOwnForm(ctx: Context, call: PageCall): boolean {
  const site = call.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return call.req.header('origin') === new URL(ctx.config.publicUrl).origin
}
