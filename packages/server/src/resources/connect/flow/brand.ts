import type { Context } from '../../../context.ts'
import type { ConnectSettings } from '../../../schemas/connect-link.ts'
import { readSettings } from '../links/settings.ts'
import type { Brand } from './views.ts'

/** Only invisible characters: spaces, control, format, combining marks, fillers, blank braille. */
const invisible = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** The brand that clients see. An invisible name becomes `null`, as sentences would have a gap. */
export function brandOf(
  settings: Omit<ConnectSettings, 'object' | 'language' | 'default_redirect_url' | 'updated_at'>,
): Brand {
  return {
    name: invisible.test(settings.brand_name ?? '') ? null : settings.brand_name,
    logoUrl: settings.logo_url,
    color: settings.color,
    privacyUrl: settings.privacy_url,
    supportEmail: settings.support_email,
  }
}

/** The brand and language of pages that belong to no link: those of the first owner, if there is one. */
export async function readInstallationBrand(
  ctx: Context,
): Promise<{ brand: Brand; language: string | null }> {
  const owner = await ctx.db.query
    .selectFrom('owner')
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const settings = await readSettings(ctx, owner?.id ?? '')
  return { brand: brandOf(settings), language: settings.language }
}
