import type { PlatformApp, PlatformValue } from './config.ts'

/** Where the real platforms live (platforms/*.md §0 and §1). */
export const realBases: Record<PlatformValue, PlatformApp['bases']> = {
  threads: {
    authorize: 'https://threads.com',
    token: 'https://graph.threads.net',
    api: 'https://graph.threads.net',
  },
  instagram: {
    authorize: 'https://www.instagram.com',
    token: 'https://api.instagram.com',
    api: 'https://graph.instagram.com',
  },
  facebook: {
    authorize: 'https://www.facebook.com',
    token: 'https://graph.facebook.com',
    api: 'https://graph.facebook.com',
  },
  tiktok: {
    authorize: 'https://www.tiktok.com',
    token: 'https://open.tiktokapis.com',
    api: 'https://open.tiktokapis.com',
  },
}

/** The apps that the sandbox package knows from its start (packages/sandbox/README.md). */
export const sandboxApps: Record<PlatformValue, { clientId: string; clientSecret: string }> = {
  threads: { clientId: '900100100100101', clientSecret: 'sandbox-threads-secret' },
  instagram: { clientId: '900200200200202', clientSecret: 'sandbox-instagram-secret' },
  facebook: { clientId: '900300300300303', clientSecret: 'sandbox-facebook-secret' },
  tiktok: { clientId: 'sbawsandboxtiktok', clientSecret: 'sandbox-tiktok-secret' },
}

/** Where the sandbox plays a platform. */
export function sandboxBases(platform: PlatformValue, sandboxUrl: string): PlatformApp['bases'] {
  const root = `${sandboxUrl}/${platform}`
  if (platform === 'tiktok') {
    return { authorize: `${root}/www`, token: `${root}/open`, api: `${root}/open` }
  }
  const token = platform === 'instagram' ? `${root}/api` : `${root}/graph`
  return { authorize: `${root}/www`, token, api: `${root}/graph` }
}
