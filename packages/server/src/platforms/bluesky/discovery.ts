import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { invalidFields, listOf } from '../wire/json.ts'
import { type Guard, readDocument } from './documents.ts'
import { parseServer } from './entered.ts'

/** An authorization server and the URLs of its endpoints, all at its origin. */
export type Issuer = {
  origin: string
  pushUrl: URL
  authorizeUrl: URL
  tokenUrl: URL
  revokeUrl: URL | null
}

type Setup = Pick<ServerPlatformSetup, 'call' | 'isTrustedServer'>

const resourceDocument = z.object({
  resource: z.string(),
  authorization_servers: listOf(z.string()).refine(({ length }) => length === 1),
})

const includes = (word: string) => listOf(z.string()).refine((words) => words.includes(word))

const issuerDocument = z.object({
  issuer: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
  require_pushed_authorization_requests: z.literal(true),
  client_id_metadata_document_supported: z.literal(true),
  authorization_response_iss_parameter_supported: z.literal(true),
  scopes_supported: includes('atproto'),
  dpop_signing_alg_values_supported: includes('ES256'),
  code_challenge_methods_supported: includes('S256'),
})

/**
 * The authorization server of an account's server (bluesky.md §1.1, steps 4 and 5). Throws
 * `ServerChoiceError` `server_unknown` if a document is missing or wrong.
 */
export async function discoverIssuer(setup: Setup, server: string, guard: Guard): Promise<Issuer> {
  const issuer = await findIssuer(setup, server, guard)
  return await readIssuer(setup, issuer, guard)
}

/** The authorization server of a server that a person entered, or that server itself. */
export async function discoverEntered(setup: Setup, origin: string, guard: Guard): Promise<Issuer> {
  const server = parseServer(origin, setup.isTrustedServer)
  if (!server) throw unknownServer(`${origin} is not a usable server`)
  const { status } = await readWellKnown(setup, server, 'oauth-protected-resource', guard)
  return status === 404
    ? await readIssuer(setup, server, guard)
    : await discoverIssuer(setup, server, guard)
}

/** Reads and checks the document of an authorization server. */
export async function readIssuer(setup: Setup, origin: string, guard: Guard): Promise<Issuer> {
  const { json } = await readWellKnown(setup, origin, 'oauth-authorization-server', guard)
  const document = issuerDocument.safeParse(json)
  if (!document.success) {
    throw unknownServer(`the document of ${origin} is wrong at: ${invalidFields(document.error)}`)
  }
  const { data } = document
  if (data.issuer !== origin) throw unknownServer(`the document of ${origin} has another issuer`)
  const endpoint = (address: string): URL => {
    const url = URL.parse(address)
    if (url?.origin !== origin) throw unknownServer(`an endpoint of ${origin} is elsewhere`)
    return url
  }
  return {
    origin,
    pushUrl: endpoint(data.pushed_authorization_request_endpoint),
    authorizeUrl: endpoint(data.authorization_endpoint),
    tokenUrl: endpoint(data.token_endpoint),
    revokeUrl: data.revocation_endpoint ? endpoint(data.revocation_endpoint) : null,
  }
}

/** Where no person chose the server just now, its failures are those of the platform. */
export async function asPlatformError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (err) {
    if (err instanceof ServerChoiceError) throw new PlatformError('unavailable', { cause: err })
    throw err
  }
}

async function findIssuer(setup: Setup, server: string, guard: Guard): Promise<string> {
  const { json } = await readWellKnown(setup, server, 'oauth-protected-resource', guard)
  const document = resourceDocument.safeParse(json).data
  const issuer = parseServer(document?.authorization_servers[0], setup.isTrustedServer)
  if (document?.resource !== server || !issuer) {
    throw unknownServer(`${server} names no authorization server`)
  }
  return issuer
}

async function readWellKnown(setup: Setup, origin: string, name: string, guard: Guard) {
  try {
    return await readDocument(setup.call, new URL(`${origin}/.well-known/${name}`), guard)
  } catch (err) {
    const isAway = err instanceof PlatformError && err.kind === 'unavailable'
    throw isAway ? new ServerChoiceError('server_unknown', err) : err
  }
}

function unknownServer(detail: string): ServerChoiceError {
  return new ServerChoiceError('server_unknown', new Error(detail))
}
