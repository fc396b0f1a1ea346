import type { createSandbox } from '@postern/sandbox'
import type { Hono } from 'hono'
import type { Context } from '../src/context.ts'
import type { Vars } from '../src/http/vars.ts'
import { readSealed, sealedColumns } from '../src/operation/sealed.ts'
import { unseal } from '../src/security/secrets.ts'

/** Secrets with a description of each. */
export type Secrets = Map<string, string>

export const secretShapes: readonly [RegExp, string][] = [
  [/pst_(?:owner|profile)_[A-Za-z0-9]{20,}/g, 'an API key'],
  [/whsec_[A-Za-z0-9_-]{20,}/g, 'the secret of an endpoint'],
  [/(?<=\/connect\/)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, 'the token of a connect link'],
  [/(?<=[#?&]token=|"token":")[A-Za-z0-9_-]{43}/g, 'the token of a sign-in link'],
  [/(?<=[?&]state=)[A-Za-z0-9_-]{43}/g, 'the state of a login'],
  [/(?<=postern_session=)[A-Za-z0-9_-]{43}/g, 'the token of a session'],
  [/(?<=postern_[0-9a-f]{16}=)[A-Za-z0-9_-]{43}/g, 'the cookie of a login'],
  [/(?<=\/media\/med_[0-9a-z]{26}\.)[A-Za-z0-9_-]{43}/g, 'the address of a file'],
]
const passwords = /"(?:current_)?password":"((?:[^"\\]|\\.){12,})"/g
const textTypes = /^(?:application\/json|text\/html)/
/** The same for everybody, and up to 1.3 MB. */
const publicDocuments = /^\/(?:docs(?:\/|$)|v1\/openapi\.json$)/

/** Collects the secrets in all requests and responses of an app, recognized by their shapes. */
export function collectSecrets(app: Hono<{ Variables: Vars }>, secrets: Secrets): void {
  const learn = (text: string) => {
    for (const [shape, what] of secretShapes) {
      for (const [secret] of text.matchAll(shape)) secrets.set(secret, what)
    }
  }
  const { request, fetch } = app
  app.request = (input, init, ...rest) => {
    if (typeof init?.body === 'string') {
      learn(init.body)
      for (const [, password] of init.body.matchAll(passwords)) {
        secrets.set(JSON.parse(`"${password}"`), 'a password')
      }
    }
    return request(input, init, ...rest)
  }
  app.fetch = async (incoming, ...rest) => {
    learn(incoming.url)
    for (const name of ['authorization', 'cookie']) learn(incoming.headers.get(name) ?? '')
    const response = await fetch(incoming, ...rest)
    learn(response.headers.getSetCookie().join('\n'))
    learn(response.headers.get('location') ?? '')
    if (publicDocuments.test(new URL(incoming.url).pathname)) return response
    if (textTypes.test(response.headers.get('content-type') ?? '') && response.body) {
      learn(await response.clone().text())
    }
    return response
  }
}

/** Adds the secrets a test app holds when it closes: encryption keys, sealed columns, platform tokens. */
export async function collectStoredSecrets(
  ctx: Context,
  sandbox: Pick<ReturnType<typeof createSandbox>, 'state'>,
  secrets: Secrets,
): Promise<void> {
  for (const { key } of ctx.config.keyring) {
    for (const form of ['base64', 'base64url', 'hex'] as const) {
      secrets.set(key.toString(form), 'an encryption key')
    }
  }
  for (const { clientSecret } of Object.values(ctx.config.platforms)) {
    secrets.set(clientSecret, 'the secret of an app')
  }
  if (ctx.config.metricsToken) secrets.set(ctx.config.metricsToken, 'the token of the metrics')
  for (const table of [sandbox.state.tokens, sandbox.state.codes]) {
    for (const { id } of table.values()) secrets.set(id, 'a token or code of a platform')
  }
  for (const column of sealedColumns) {
    for await (const page of readSealed(ctx, column, { rows: 500 })) {
      for (const { key, sealed } of page) {
        const opened = open(ctx, column.purpose(...key), sealed)
        for (const secret of secretsIn(opened))
          secrets.set(secret, `${column.table}.${column.column}`)
      }
    }
  }
}

/** Returns '' for values that tests corrupted or sealed with a lost key. */
function open(ctx: Context, purpose: string, sealed: Buffer): string {
  try {
    return unseal(ctx.config.keyring, purpose, sealed)
  } catch {
    return ''
  }
}

const secretNames = /^(?:access|refresh|secret|token|verifier|uploadUrl|upload_url|url)$/i

/** The values of a JSON text that are named like secrets, or the whole of another text. */
function secretsIn(text: string): string[] {
  if (!text.startsWith('{')) return text ? [text] : []
  const found: string[] = []
  JSON.parse(text, (name, value) => {
    if (typeof value === 'string' && secretNames.test(name)) found.push(value)
    return value
  })
  return found
}
