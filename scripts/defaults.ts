import { isLoopbackOnly } from '../packages/server/src/outbound/loopback.ts'

/**
 * What `npm start` switches on without being asked to: the sandbox, and webhooks to private addresses.
 * Neither where other machines may reach the service, unless the environment says so.
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
    throw new Error('SANDBOX: use on or off.')
  const sandbox = env.SANDBOX ? env.SANDBOX === 'on' : isLocal
  return { sandbox, privateWebhooks: sandbox && isLocal }
}
