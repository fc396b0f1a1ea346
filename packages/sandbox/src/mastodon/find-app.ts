import { DAY_MS } from '../core/clock.ts'
import type { Registration } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { isCurrent, type Server } from './servers.ts'

/** The app registered at this server. Servers before 4.3 delete unused apps after a day. */
export function findApp(
  sandbox: Sandbox,
  server: Server,
  clientId: string | null | undefined,
): Readonly<Registration> | undefined {
  const app = sandbox.state.registrations.get(clientId ?? '')
  if (app?.platform !== 'mastodon' || app.server !== server.label) return undefined
  const isOld = sandbox.clock.ms() - app.created_at >= DAY_MS
  if (isCurrent(server) || server.isOtherProgram || !isOld || hasTokens(sandbox, app)) return app
  sandbox.state.registrations.remove(app.id)
  return undefined
}

function hasTokens({ state }: Sandbox, { id }: Readonly<Registration>): boolean {
  if (state.tokens.count('grant', id) > 0) return true
  return [...state.grants.values()].some(
    (grant) => grant.app_id === id && state.tokens.count('grant', grant.id) > 0,
  )
}
