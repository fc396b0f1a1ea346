type Environment = Readonly<Record<string, string | undefined>>

/** The app of this installation at the OpenID Connect provider that members sign in with. */
export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name on the sign-in page. */
  label: string
  /** Emails count as verified unless the provider says that they are not. */
  isEmailTrusted: boolean
}

const labelCharsMax = 40
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The provider of the `OIDC_…` variables; `null` if none of them is set. */
export function providerSettings(env: Environment): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!issuer && !clientId && !clientSecret) {
    if (env.PASSWORD_SIGN_IN !== 'off') return null
    throw new Error('PASSWORD_SIGN_IN: off needs OIDC_ISSUER, or members could not sign in.')
  }
  if (!issuer || !clientId || !clientSecret) {
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.')
  }
  return {
    issuer: checkIssuer(issuer),
    clientId,
    clientSecret,
    label: checkLabel(env.OIDC_LABEL ?? URL.parse(issuer)?.host ?? issuer),
    isEmailTrusted: checkFlag(env.OIDC_TRUST_EMAIL ?? 'false'),
  }
}

/** Over plain http, anyone on the network path could sign in as any member. */
function checkIssuer(issuer: string): string {
  const url = URL.parse(issuer)
  const isSecure = url?.protocol === 'https:'
  const isLocal = url?.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  if (!url || !(isSecure || isLocal) || url.search || url.hash || url.username) {
    throw new Error('OIDC_ISSUER: It must be an https URL without query, as the provider names it.')
  }
  return issuer
}

function checkLabel(label: string): string {
  if (label.length <= labelCharsMax && !/\p{Cc}/u.test(label)) return label
  throw new Error(`OIDC_LABEL: It must be one line of at most ${labelCharsMax} characters.`)
}

function checkFlag(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  throw new Error('OIDC_TRUST_EMAIL: It must be true or false.')
}
