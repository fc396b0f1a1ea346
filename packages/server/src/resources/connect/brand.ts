import type { ConnectSettings } from '../../schemas/connect-link.ts'
import type { Brand } from './views.ts'

/** What draws nothing: spaces, control and format characters, marks alone, fillers, empty braille. */
const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * The owner's settings as the client's brand. A name that draws nothing is none: the sentences that
 * name the brand would have a gap.
 */
export function brandOf(
  settings: Omit<ConnectSettings, 'object' | 'language' | 'default_redirect_url' | 'updated_at'>,
): Brand {
  return {
    name: unseen.test(settings.brand_name ?? '') ? null : settings.brand_name,
    logoUrl: settings.logo_url,
    color: settings.color,
    privacyUrl: settings.privacy_url,
    supportEmail: settings.support_email,
  }
}
