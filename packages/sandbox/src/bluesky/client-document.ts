import { z } from 'zod'
import { OAuthError } from './errors.ts'
import { isPublicP256, type PublicKey } from './jwt.ts'

const FETCH_TIMEOUT_MS = 5_000
const BYTES_MAX = 65_536

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string() })) })

/** The members of a client's document that are checked (bluesky.md §1.2). */
const clientDocument = z.looseObject({
  client_id: z.string(),
  client_name: z.string().optional(),
  client_uri: z.url().optional(),
  application_type: z.enum(['web', 'native']).default('web'),
  redirect_uris: z.array(z.url()).min(1),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  scope: z.string(),
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']),
  token_endpoint_auth_signing_alg: z.string().optional(),
  dpop_bound_access_tokens: z.literal(true),
  jwks: keySet.optional(),
  jwks_uri: z.url().optional(),
})
export type ClientDocument = z.infer<typeof clientDocument>

/** Downloads and checks the document at `clientId`. Throws OAuthError invalid_client_metadata. */
export async function readClientDocument(clientId: string): Promise<ClientDocument> {
  const problem = addressProblem(clientId)
  if (problem) throw invalid(clientId, problem)
  const document = clientDocument.safeParse(await download(clientId, clientId))
  if (!document.success) {
    const [issue] = document.error.issues
    throw invalid(clientId, `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const wrong = documentProblem(clientId, document.data)
  if (wrong) throw invalid(clientId, wrong)
  return document.data
}

const invalid = (clientId: string, reason: string) =>
  new OAuthError(
    'invalid_client_metadata',
    `Unable to obtain client metadata for "${clientId}": ${reason}`,
  )

/** Addresses of this machine are accepted where the network demands https without a port. */
function isLocal({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}

function addressProblem(clientId: string): string | null {
  if (!URL.canParse(clientId)) return 'client_id must be a URL'
  const url = new URL(clientId)
  if (url.href !== clientId || url.pathname === '/' || url.hash || url.username) {
    return 'client_id must be a canonical address with a path'
  }
  if (isLocal(url)) return null
  if (url.protocol !== 'https:') return 'client_id must use the "https:" protocol'
  if (url.port) return 'client_id must not have a port'
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname)
  return isAddress ? 'client_id hostname must not be an IP address' : null
}

function documentProblem(clientId: string, document: ClientDocument): string | null {
  const url = new URL(clientId)
  const { redirect_uris, client_uri, jwks, jwks_uri } = document
  const isConfidential = document.token_endpoint_auth_method === 'private_key_jwt'
  const insecure = redirect_uris.map((uri) => new URL(uri)).find((uri) => !isAllowed(uri))
  if (document.client_id !== clientId) return 'client_id does not match'
  if (!document.scope.split(' ').includes('atproto')) return 'scope must have "atproto"'
  if (!document.grant_types.includes('authorization_code')) return 'grant_types is incomplete'
  if (!document.response_types.includes('code')) return 'response_types must have "code"'
  if (insecure) return `redirect_uri "${insecure}" must use https`
  if (client_uri && new URL(client_uri).host !== url.host) return 'client_uri is on another host'
  if (isConfidential && document.token_endpoint_auth_signing_alg !== 'ES256') {
    return 'token_endpoint_auth_signing_alg must be ES256'
  }
  if (isConfidential && Boolean(jwks) === Boolean(jwks_uri)) {
    return 'exactly one of jwks and jwks_uri is required'
  }
  if (jwks_uri && !isAllowed(new URL(jwks_uri))) return 'jwks_uri must use https'
  return null
}

const isAllowed = (url: URL) => url.protocol === 'https:' || isLocal(url)

/** The client's public keys, from the document or its `jwks_uri`. */
export async function readKeys(clientId: string, document: ClientDocument): Promise<PublicKey[]> {
  const source = document.jwks ?? (await download(clientId, document.jwks_uri!))
  const set = keySet.safeParse(source)
  if (!set.success) throw invalid(clientId, 'the keys are not a JSON Web Key Set')
  const keys: unknown[] = set.data.keys
  if (!keys.every(isPublicP256)) throw invalid(clientId, 'a key is not a public P-256 key')
  return keys
}

async function download(clientId: string, address: string): Promise<unknown> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    })
    if (response.status !== 200) throw new Error(`unexpected status ${response.status}`)
    const type = response.headers.get('content-type') ?? ''
    if (!/^application\/json\b/i.test(type)) throw new Error(`unexpected content type "${type}"`)
    const text = await response.text()
    if (text.length > BYTES_MAX) throw new Error('the document is too large')
    return JSON.parse(text)
  } catch (error) {
    throw invalid(clientId, (error as Error).message)
  }
}
