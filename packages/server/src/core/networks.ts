/** The credentials of this installation's app at a platform, and the platform's base URLs. */
export type PlatformApp = {
  clientId: string
  clientSecret: string
  /** Other secrets that may sign the platform's requests, such as that of the enclosing Meta app. */
  otherSecrets?: readonly string[]
  /** What the operator set of the network's further variables: `FACEBOOK_LOGIN_CONFIG_ID`. */
  variables?: Readonly<Record<string, string>>
  bases: PlatformBases
  /** What this installation may use in a day, by the name of the quota. */
  quotas?: Readonly<Record<string, number>>
}

/** `web` and `insights` where the pages of posts and the metrics have hosts of their own. */
type PlatformBases = Readonly<
  Record<'authorize' | 'token' | 'api', string> & Partial<Record<'web' | 'insights', string>>
>

type NetworkSettings = {
  bases: PlatformApp['bases']
  /** The sandbox's app and paths for this platform (packages/sandbox/README.md). */
  sandbox: { clientId: string; clientSecret: string; paths: PlatformApp['bases'] }
  /** Variables with another signing secret; the first one that is set is used. */
  otherSecrets?: readonly string[]
  /** Further variables by name, with the pattern of their values and a sentence about it. */
  variables?: Readonly<Record<string, { pattern: RegExp; rule: string }>>
  /** The quotas of a day without the network's permission for more: `units` → `X_UNITS_PER_DAY`. */
  quotas?: PlatformApp['quotas']
}

/** A Meta app's use cases have their own ids and secrets (threads.md §1.1, instagram.md §1.1). */
const metaSecrets = ['META_APP_SECRET', 'FACEBOOK_CLIENT_SECRET']

/**
 * Every supported platform with its base URLs (docs/networks), in display order. The
 * abilities of a platform are defined in its folder in `platforms/`.
 */
const networks = {
  threads: {
    bases: {
      authorize: 'https://threads.com',
      token: 'https://graph.threads.com',
      api: 'https://graph.threads.com',
    },
    sandbox: {
      clientId: '900100100100101',
      clientSecret: 'sandbox-threads-secret',
      paths: { authorize: '/www', token: '/graph', api: '/graph' },
    },
    otherSecrets: metaSecrets,
  },
  instagram: {
    bases: {
      authorize: 'https://www.instagram.com',
      token: 'https://api.instagram.com',
      api: 'https://graph.instagram.com',
    },
    sandbox: {
      clientId: '900200200200202',
      clientSecret: 'sandbox-instagram-secret',
      paths: { authorize: '/www', token: '/api', api: '/graph' },
    },
    otherSecrets: metaSecrets,
  },
  facebook: {
    bases: {
      authorize: 'https://www.facebook.com',
      token: 'https://graph.facebook.com',
      api: 'https://graph.facebook.com',
    },
    sandbox: {
      clientId: '900300300300303',
      clientSecret: 'sandbox-facebook-secret',
      paths: { authorize: '/www', token: '/graph', api: '/graph' },
    },
    variables: {
      FACEBOOK_LOGIN_CONFIG_ID: {
        pattern: /^\d{5,20}$/,
        rule: 'It must be the number of a configuration.',
      },
    },
  },
  tiktok: {
    bases: {
      authorize: 'https://www.tiktok.com',
      token: 'https://open.tiktokapis.com',
      api: 'https://open.tiktokapis.com',
    },
    sandbox: {
      clientId: 'sbawsandboxtiktok',
      clientSecret: 'sandbox-tiktok-secret',
      paths: { authorize: '/www', token: '/open', api: '/open' },
    },
  },
  youtube: {
    bases: {
      authorize: 'https://accounts.google.com',
      token: 'https://oauth2.googleapis.com',
      api: 'https://www.googleapis.com',
      insights: 'https://youtubeanalytics.googleapis.com',
      web: 'https://www.youtube.com',
    },
    sandbox: {
      clientId: '900400400400-sandbox.apps.googleusercontent.com',
      clientSecret: 'sandbox-youtube-secret',
      paths: {
        authorize: '/www',
        token: '/oauth',
        api: '/api',
        insights: '/analytics',
        web: '/www',
      },
    },
    quotas: { units: 10_000, uploads: 100 },
  },
  linkedin: {
    bases: {
      authorize: 'https://www.linkedin.com',
      token: 'https://www.linkedin.com',
      api: 'https://api.linkedin.com',
    },
    sandbox: {
      clientId: '77sandboxlinkedin',
      clientSecret: 'sandbox-linkedin-secret',
      paths: { authorize: '/www', token: '/www', api: '/api' },
    },
    variables: {
      LINKEDIN_PRODUCT: {
        pattern: /^(community_management|share)$/,
        rule: 'It must be community_management or share.',
      },
      LINKEDIN_REFRESH_TOKENS: { pattern: /^yes$/, rule: 'It must be yes.' },
      LINKEDIN_VERSION: { pattern: /^20\d{4}$/, rule: 'It must be a month: 202607.' },
    },
  },
} satisfies Record<string, NetworkSettings>

/** A network whose operator gives this installation an app with id and secret. */
export type AppPlatformValue = keyof typeof networks

export const appPlatformValues = Object.keys(networks) as AppPlatformValue[]

export const networkSettings: Readonly<Record<AppPlatformValue, NetworkSettings>> = networks

/** Addresses of a network where each account has its own server. */
export type ServerNetworkSettings = {
  /** The URLs of the network's public services by name, e.g. `directory`. */
  services: Readonly<Record<string, string>>
  /** The same services of the sandbox, for its accounts; `null` without a sandbox. */
  sandboxServices: Readonly<Record<string, string>> | null
}

type ServerNetwork = {
  services: Readonly<Record<string, string>>
  /** The services' paths in the sandbox, and the host labels of its servers. */
  sandbox: { paths: Readonly<Record<string, string>>; hosts: readonly string[] }
}

export type ServerPlatformValue = 'mastodon' | 'bluesky' | 'wordpress'

/** Networks where each account has its own server, in display order after those with an app. */
const serverNetworks: Readonly<Partial<Record<ServerPlatformValue, ServerNetwork>>> = {
  mastodon: {
    services: {},
    sandbox: { paths: {}, hosts: ['mastodon', 'oldmastodon', 'otherserver'] },
  },
  // bluesky.md §1.1: the directory of DIDs, and a server that resolves the handles of others.
  bluesky: {
    services: { directory: 'https://plc.directory', resolver: 'https://public.api.bsky.app' },
    sandbox: {
      paths: { directory: '/plc', resolver: '/appview' },
      hosts: ['pds', 'otherpds', 'entryway'],
    },
  },
  wordpress: { services: {}, sandbox: { paths: {}, hosts: ['blog', 'plainblog'] } },
}

export const serverPlatformValues = Object.keys(serverNetworks) as ServerPlatformValue[]

export function serverNetworkSettings(platform: ServerPlatformValue): ServerNetwork {
  const settings = serverNetworks[platform]
  if (!settings) throw new Error(`${platform} is not supported yet.`)
  return settings
}

export type PlatformValue = AppPlatformValue | ServerPlatformValue

export const platformValues = [...appPlatformValues, ...serverPlatformValues] as [
  PlatformValue,
  ...PlatformValue[],
]

export function needsApp(platform: PlatformValue): platform is AppPlatformValue {
  return platform in networks
}
