import type { Context } from '../../context.ts'
import { discoverProvider, providerCallbackUrl } from '../../resources/members/provider/provider.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

const check = 'sign-in provider'

/** Reads the metadata of the OpenID Connect provider, if there is one, as the sign-in page does. */
export async function checkSignInProvider(ctx: Context): Promise<Finding[]> {
  const settings = ctx.config.signInProvider
  if (!settings) return []
  const { issuer, label } = settings
  const redirectUri = `Redirect URI to register there: ${providerCallbackUrl(ctx)}`
  try {
    await discoverProvider(ctx, settings)
    return [ok(check, `${label} responds as ${issuer}`, redirectUri)]
  } catch (err) {
    const { cause } = err as Error
    const reason = reasonOf(cause instanceof Error ? cause : err)
    return [
      problem(
        check,
        `members cannot sign in with ${label}: ${reason}`,
        `Set OIDC_ISSUER to the "issuer" of ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration, which this machine must be able to open.`,
        redirectUri,
      ),
    ]
  }
}
