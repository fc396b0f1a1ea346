import type { Context } from '../../context.ts'
import { needsApp } from '../../core/networks.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { PlatformReview, ReviewValue } from '../../platforms/contract/review.ts'
import { readSettings } from '../../resources/connect/links/settings.ts'

export type ReviewedPlatform = Platform & { review: PlatformReview }

/** What the kit takes from the installation. It holds no secrets. */
export type Installation = {
  publicUrl: string
  brandName: string | null
  hasLogo: boolean
  supportEmail: string | null
  /** `null` if the page of this installation is used. */
  privacyUrl: string | null
  /** The ID of the app at the network; `null` without one, or with that of the sandbox. */
  clientId: string | null
  /** Whether members must have a second factor. */
  isSecondFactorRequired: boolean
}

export async function readInstallation(
  ctx: Context,
  { value }: Platform,
  ownerId: string,
): Promise<Installation> {
  const { config } = ctx
  const brand = await readSettings(ctx, ownerId)
  const owner = await ctx.db.query
    .selectFrom('owner')
    .select('second_factor_required_for')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const app = needsApp(value) ? config.platforms[value] : undefined
  const isSandboxApp =
    config.sandboxUrl !== null && app?.bases.api.startsWith(config.sandboxUrl) === true
  return {
    publicUrl: config.publicUrl,
    brandName: brand.brand_name,
    hasLogo: brand.logo_url !== null,
    supportEmail: brand.support_email,
    privacyUrl: brand.privacy_url,
    clientId: app && !isSandboxApp ? app.clientId : null,
    isSecondFactorRequired: owner.second_factor_required_for === 'everyone',
  }
}

/** What a submission would be refused for, as sentences. */
export function findMissing(platform: ReviewedPlatform, installation: Installation): string[] {
  const { publicUrl, brandName, hasLogo, supportEmail, privacyUrl, clientId } = installation
  const name = platform.value.toUpperCase()
  const missing: [boolean, string][] = [
    [
      !isPublic(publicUrl),
      `\`PUBLIC_URL\` is ${publicUrl}, which reviewers cannot open. Set it to the public https address of this installation, and make the kit again.`,
    ],
    [
      clientId === null,
      `\`${name}_CLIENT_ID\` and \`${name}_CLIENT_SECRET\` of your own app are not set, so a recording would not show your app.`,
    ],
    [brandName === null, 'The brand has no name (Dashboard → Brand → Name).'],
    [!hasLogo, 'The brand has no logo (Dashboard → Brand → Logo).'],
    [supportEmail === null, 'The brand has no support email (Dashboard → Brand → Support email).'],
    [
      privacyUrl === null,
      `The brand has no privacy policy URL, so the pages for clients link to none. Set it to your policy, or to ${publicUrl}/privacy (Dashboard → Brand → Privacy policy URL).`,
    ],
    [
      installation.isSecondFactorRequired,
      'Every member needs a second factor, which a reviewer cannot set up. Require it of owners only during the review (Dashboard → Members).',
    ],
  ]
  return missing.flatMap(([is, sentence]) => (is ? [sentence] : []))
}

export function isPublic(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && hostname !== 'localhost' && !/^[\d.]+$|^\[/.test(hostname)
}

/** What belongs in a field of the app's settings; `null` for what only the owner has. */
export function fieldValue(
  value: ReviewValue,
  { value: platform }: Platform,
  { publicUrl, brandName, supportEmail, privacyUrl }: Installation,
): string | null {
  const callbacks = `${publicUrl}/platform-callbacks/${platform}`
  const values: Record<ReviewValue, string | null> = {
    brand_name: brandName,
    support_email: supportEmail,
    website: null,
    terms: null,
    domain: new URL(publicUrl).hostname,
    privacy_policy: privacyUrl ?? `${publicUrl}/privacy`,
    redirect_uri: `${publicUrl}/connect/callback/${platform}`,
    webhooks: `${publicUrl}/platform-webhooks/${platform}`,
    deauthorize_callback: `${callbacks}/deauthorize`,
    deletion_callback: `${callbacks}/data-deletion`,
    deletion_page: `${publicUrl}/data-deletion`,
    url_prefix: `${publicUrl}/`,
  }
  return values[value]
}
