import type { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformRequest, PlatformResponse, PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import { linkedinFailure } from './errors.ts'
import { versionOf } from './version.ts'

export type LinkedinClient = ReturnType<typeof linkedinClient>

const urnShape = /^urn:li:[A-Za-z]{1,40}:[\w:(),-]{1,200}$/

/** A URN in a path or a query: encoded whole, also its colons and parentheses (linkedin.md §2). */
export function encodeUrn(urn: string): string {
  if (!urnShape.test(urn)) {
    throw new PlatformError('rejected', { cause: new Error('the id is no URN of LinkedIn') })
  }
  return encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29')
}

/** Calls with an access token; each throws `PlatformError` (linkedin.md §2). */
export function linkedinClient(setup: PlatformSetup, access: string) {
  const { app } = setup
  const authorization = `Bearer ${access}`
  const send = async (request: PlatformRequest): Promise<PlatformResponse> => {
    const headers = { authorization, ...request.headers }
    return await callLinkedin(setup, { ...request, headers })
  }
  const versioned = {
    'linkedin-version': versionOf(app).version,
    'x-restli-protocol-version': '2.0.0',
  }
  return {
    /** A call of the versioned API; `path` has its query and is encoded by the caller. */
    rest: (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => {
      const url = new URL(`${app.bases.api}/rest/${path}`)
      return send({ method, url, headers: versioned, ...(json === undefined ? {} : { json }) })
    },

    /** The older API, without a version. */
    old: async <T>(
      path: string,
      shape: z.ZodType<T>,
      params: Record<string, string> = {},
    ): Promise<T> => {
      const url = platformUrl(app.bases.api, `/v2/${path}`, params)
      return readShape(shape, parseJson((await send({ method: 'GET', url })).text))
    },

    /**
     * Sends a file, or a part of one, to an address that LinkedIn named, which must be one of its own. The
     * addresses of parts refuse the token (linkedin.md §4.4).
     */
    upload: async (
      address: string,
      data: Buffer,
      { isPart = false }: { isPart?: boolean } = {},
    ): Promise<PlatformResponse> => {
      const bytes = { type: 'application/octet-stream', data }
      const url = ownUrl(setup, address)
      const deadlineMs = uploadDeadlineMs(data.length)
      const request: PlatformRequest = { method: 'PUT', url, bytes, deadlineMs }
      return isPart ? await callLinkedin(setup, request) : await send(request)
    },
  }
}

/** The token and the file go to LinkedIn only (linkedin.md §4.3). */
function ownUrl({ app }: PlatformSetup, address: string): URL {
  const { origin } = new URL(app.bases.authorize)
  const url = URL.parse(address)
  const isOwn =
    url?.origin === origin ||
    (url?.protocol === 'https:' && url.port === '' && url.hostname.endsWith('.linkedin.com'))
  if (url && isOwn) return url
  throw new PlatformError('unavailable', { platformCode: 'unexpected_upload_url' })
}

/** One call. Throws `PlatformError` unless it succeeds. */
export async function callLinkedin(
  { call, now }: Pick<PlatformSetup, 'call' | 'now'>,
  request: PlatformRequest,
): Promise<PlatformResponse> {
  const response = await call(request)
  const failure = linkedinFailure(request, response, now())
  if (failure) throw failure
  return response
}

/** A call of the login, which names the app (linkedin.md §1.2). */
export async function callOAuth<T>(
  setup: PlatformSetup,
  path: 'accessToken' | 'introspectToken' | 'revoke',
  form: Record<string, string>,
  shape: z.ZodType<T>,
): Promise<T> {
  const { bases, clientId, clientSecret } = setup.app
  const response = await callLinkedin(setup, {
    method: 'POST',
    url: platformUrl(bases.token, `/oauth/v2/${path}`),
    form: { client_id: clientId, client_secret: clientSecret, ...form },
  })
  return readShape(shape, parseJson(response.text))
}

/** The number of a post or a comment has its time in its upper bits (linkedin.md §4.7). */
export function timeOfUrn(urn: string): Date | null {
  const [, digits] = /:(\d{15,20})$/.exec(urn) ?? []
  return digits ? new Date(Number(BigInt(digits) >> 22n)) : null
}
