/** The app that this installation is at a network, and the addresses of that network. */
export type PlatformApp = {
  clientId: string
  clientSecret: string
  /** Secrets that may sign in its place: that of the Meta app around a use case. */
  otherSecrets?: readonly string[]
  /** Facebook Login for Business: the configuration that names the permissions. */
  loginConfigId?: string
  bases: { authorize: string; token: string; api: string }
}

type NetworkSettings = {
  bases: PlatformApp['bases']
  /** The app and the paths that the sandbox has for it (packages/sandbox/README.md). */
  sandbox: { clientId: string; clientSecret: string; paths: PlatformApp['bases'] }
  /** Variables whose secret may sign in place of the app's own; the first one that is set counts. */
  otherSecrets?: readonly string[]
  /** The variable with `loginConfigId`. */
  loginConfig?: string
}

/** Use cases of a Meta app have their own id and secret (threads.md §1.1, instagram.md §1.1). */
const metaSecrets = ['META_APP_SECRET', 'FACEBOOK_CLIENT_SECRET']

/**
 * Every network that this service knows, in the order in which pages show them, and its addresses
 * (platforms/*.md §0 and §1). What a network can do is data of its folder in `platforms/`.
 */
const networks = {
  threads: {
    bases: {
      authorize: 'https://threads.com',
      token: 'https://graph.threads.net',
      api: 'https://graph.threads.net',
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
    loginConfig: 'FACEBOOK_LOGIN_CONFIG_ID',
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
} satisfies Record<string, NetworkSettings>

export type PlatformValue = keyof typeof networks

export const platformValues = Object.keys(networks) as [PlatformValue, ...PlatformValue[]]

export const networkSettings: Readonly<Record<PlatformValue, NetworkSettings>> = networks
