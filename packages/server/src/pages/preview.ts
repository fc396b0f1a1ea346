import { readSessionCookie } from '../access/session-cookie.ts'
import { authenticateSession } from '../access/sessions.ts'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { brandOf } from '../resources/connect/flow/brand.ts'
import type { LinkView } from '../resources/connect/flow/views.ts'
import { isLogoUrl } from '../resources/connect/links/logo-url.ts'
import { connectSettingsUpdate } from '../schemas/connect-link.ts'
import { notFoundPage } from './error.ts'
import { chooseLanguage } from './language.ts'
import { linkPage } from './link-page.ts'
import { type PageCall, sendPage } from './page.ts'

const fields = connectSettingsUpdate.shape
type Field = keyof typeof fields

/**
 * The hosted page with the brand from the query, which the dashboard shows to a signed-in owner next
 * to the form. Its buttons are disabled, and invalid values are left out.
 */
export async function previewPage(ctx: Context, call: PageCall): Promise<Response> {
  if (!(await isOwner(ctx, call))) return await notFoundPage(ctx, call)
  const read = (field: Field) => savable(field, call.req.query(field))
  const logo = call.req.query('logo_url') ?? ''
  const brand = brandOf({
    brand_name: read('brand_name'),
    logo_url: isLogoUrl(ctx.config, logo) ? logo : read('logo_url'),
    color: read('color'),
    privacy_url: read('privacy_url'),
    support_email: read('support_email'),
  })
  const now = ctx.clock.now()
  const view: LinkView = {
    state: 'open',
    token: 'preview',
    brand,
    language: read('language'),
    platforms: [...ctx.platforms.values()].map(({ value, name }) => ({
      value,
      name,
      asksServer: false,
    })),
    account: null,
    expiresAt: new Date(now.getTime() + limits.connect.linkLifetimeMs),
    isInvited: false,
  }
  const language = chooseLanguage(view.language, call.req.header('accept-language'))
  const page = linkPage(view, { language, now, notice: null, isPreview: true })
  return await sendPage(ctx, call, 200, page, 'preview')
}

async function isOwner(ctx: Context, call: PageCall): Promise<boolean> {
  const token = readSessionCookie(ctx.config, call.req.header('cookie'))
  if (!token) return false
  try {
    return (await authenticateSession(ctx, token, undefined)).kind === 'owner'
  } catch (err) {
    if (err instanceof ServiceError) return false
    throw err
  }
}

function savable(field: Field, text: string | undefined): string | null {
  const result = fields[field].safeParse(text)
  return result.success ? (result.data ?? null) : null
}
