import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions, type SandboxServer } from '../src/sandbox.ts'

export type Body = Record<string, unknown>

export type SandboxClient = {
  sandbox: SandboxServer
  url: string
  /** A JSON request to the control API. Throws on an error status. */
  control<T = Body>(method: string, path: string, body?: unknown): Promise<T>
  /** Any request to the sandbox; returns the raw text and the parsed body. */
  call(
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers; text: string; body: Body }>
  /** Grants or cancels a consent request. Returns the redirect to the app. */
  consent(input: Body): Promise<URL>
}

export const callback = 'https://app.example/connect/callback/'

export const apps = {
  threads: { id: '900100100100101', secret: 'sandbox-threads-secret' },
  instagram: { id: '900200200200202', secret: 'sandbox-instagram-secret' },
  facebook: { id: '900300300300303', secret: 'sandbox-facebook-secret' },
  tiktok: { id: 'sbawsandboxtiktok', secret: 'sandbox-tiktok-secret' },
} as const

/** Starts a sandbox and registers the callback on all platforms. */
export async function openSandbox(options: SandboxOptions = {}): Promise<SandboxClient> {
  const sandbox = createSandbox(options)
  onTestFinished(() => sandbox.close())
  const { url } = await sandbox.listen(0)
  const call: SandboxClient['call'] = async (path, init) => {
    const target = path.startsWith('http') ? path : url + path
    const response = await fetch(target, { redirect: 'manual', ...init })
    const text = await response.text()
    let body: Body = {}
    try {
      body = JSON.parse(text)
    } catch {
      body = {}
    }
    return { status: response.status, headers: response.headers, text, body }
  }
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init: RequestInit = { method, headers: { 'content-type': 'application/json' } }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await call(`/control${path}`, init)
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body as T
  }
  for (const platform of Object.keys(apps)) {
    await control('PUT', `/apps/${platform}`, { redirect_uris: [callback] })
  }
  const consent: SandboxClient['consent'] = async (input) => {
    const response = await control<Body>('POST', '/authorize', { decision: 'allow', ...input })
    return new URL(String(response.redirect))
  }
  return { sandbox, url, control, call, consent }
}

/** A platform's authorize URL with all required parameters. */
export function authorizeUrl(
  client: SandboxClient,
  platform: keyof typeof apps,
  scope: string,
  changes: Record<string, string> = {},
): string {
  const paths = {
    threads: '/threads/www/oauth/authorize',
    instagram: '/instagram/www/oauth/authorize',
    facebook: '/facebook/www/v25.0/dialog/oauth',
    tiktok: '/tiktok/www/v2/auth/authorize/',
  }
  const params = new URLSearchParams({
    [platform === 'tiktok' ? 'client_key' : 'client_id']: apps[platform].id,
    redirect_uri: callback,
    response_type: 'code',
    scope,
    state: 'st4te',
    ...changes,
  })
  return `${client.url}${paths[platform]}?${params}`
}

export function form(params: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(params) }
}

const allScopes = {
  threads:
    'threads_basic,threads_content_publish,threads_read_replies,threads_manage_replies,threads_manage_insights,threads_delete',
  instagram:
    'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights',
  facebook:
    'pages_show_list,business_management,pages_manage_posts,pages_manage_engagement,pages_read_engagement,pages_read_user_content,pages_manage_metadata,read_insights',
  tiktok: 'user.info.basic,user.info.profile,user.info.stats,video.list,video.publish,video.upload',
}

/** Connects an account. Returns an access token, long-lived on Meta's platforms. */
export async function connect(
  client: SandboxClient,
  platform: keyof typeof apps,
  input: Body = {},
): Promise<string> {
  const back = await client.consent({
    url: authorizeUrl(client, platform, allScopes[platform]),
    ...input,
  })
  const code = back.searchParams.get('code') ?? ''
  const app = apps[platform]
  if (platform === 'tiktok') {
    const response = await client.call(
      '/tiktok/open/v2/oauth/token/',
      form({
        client_key: app.id,
        client_secret: app.secret,
        grant_type: 'authorization_code',
        redirect_uri: callback,
        code,
      }),
    )
    return String(response.body.access_token)
  }
  const exchange = form({
    client_id: app.id,
    client_secret: app.secret,
    grant_type: 'authorization_code',
    redirect_uri: callback,
    code,
  })
  if (platform === 'facebook') {
    const short = await client.call('/facebook/graph/v25.0/oauth/access_token', exchange)
    const long = await client.call(
      `/facebook/graph/v25.0/oauth/access_token?grant_type=fb_exchange_token&client_id=${app.id}&client_secret=${app.secret}&fb_exchange_token=${short.body.access_token}`,
    )
    return String(long.body.access_token)
  }
  const host = platform === 'threads' ? '/threads/graph' : '/instagram/api'
  const short = await client.call(`${host}/oauth/access_token`, exchange)
  const type = platform === 'threads' ? 'th_exchange_token' : 'ig_exchange_token'
  const long = await client.call(
    `/${platform}/graph/access_token?grant_type=${type}&client_secret=${app.secret}&access_token=${short.body.access_token}`,
  )
  return String(long.body.access_token)
}

/** The error in a Graph response. */
export function graphError(body: Body): Body {
  return (body.error ?? {}) as Body
}
