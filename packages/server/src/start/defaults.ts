import { isLoopbackOnly } from '../outbound/loopback.ts'

/**
 * The defaults of `postern start`: the sandbox and webhooks to private addresses are on only if other
 * machines cannot reach the server. SANDBOX overrides the first.
 */
export function developmentDefaults(env: Readonly<Record<string, string | undefined>>): {
  sandbox: boolean
  privateWebhooks: boolean
} {
  const isLocal = isLoopbackOnly({
    host: env.HOST || '127.0.0.1',
    publicUrl: env.PUBLIC_URL || 'http://localhost',
  })
  if (env.SANDBOX && !['on', 'off'].includes(env.SANDBOX))
    throw new Error('SANDBOX must be on or off.')
  const sandbox = env.SANDBOX ? env.SANDBOX === 'on' : isLocal
  return { sandbox, privateWebhooks: sandbox && isLocal }
}
