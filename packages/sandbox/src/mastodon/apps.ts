import { createHash } from 'node:crypto'
import { token } from '../core/ids.ts'
import type { Registration } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { Call } from './call.ts'
import { htmlPage, invalid } from './errors.ts'
import { isScope, splitScopes } from './scopes.ts'
import { isCurrent, type Server } from './servers.ts'
import { authenticateApp } from './session.ts'
import { settingsOf } from './settings.ts'

/** `POST /api/v1/apps` (mastodon.md §1.3). */
export function registerApp({ sandbox, server, input }: Call) {
  // The other program takes forms only (mastodon.md §8).
  if (server.isOtherProgram && input.isJson) return htmlPage(404, 'Not found')
  const name = input.text('client_name')?.trim()
  if (!name) throw invalid("Application name can't be blank")
  const redirect_uris = input.list('redirect_uris').flatMap((text) => text.split(/\s+/))
  for (const uri of redirect_uris) checkRedirect(uri)
  if (redirect_uris.length === 0) throw invalid("Redirect URI can't be blank")
  const scopes = splitScopes(input.text('scopes'))
  checkScopes(sandbox, server, scopes)
  const app = sandbox.state.registrations.put({
    id: token('', 32),
    platform: 'mastodon',
    server: server.label,
    name,
    website: input.text('website') || null,
    client_secret: token('', 32),
    redirect_uris,
    scopes,
    created_at: sandbox.clock.ms(),
  })
  return { ...describe(server, app), client_id: app.id, client_secret: app.client_secret }
}

function checkRedirect(uri: string): void {
  if (uri === 'urn:ietf:wg:oauth:2.0:oob') return
  if (!URL.canParse(uri)) throw invalid('Redirect URI must be an absolute URI.')
  if (uri.includes('#')) throw invalid('Redirect URI cannot contain a fragment.')
}

function checkScopes(sandbox: Sandbox, server: Server, scopes: string[]): void {
  const isGranular = settingsOf(sandbox).mastodon_granular_scopes
  const isKnown = (scope: string) => isScope(server, scope) && (isGranular || !scope.includes(':'))
  if (!scopes.every(isKnown)) throw invalid("Scopes doesn't match configured on the server.")
}

/** The fields of an app; those before 4.3 had fewer (mastodon.md §1.3). */
function describe(server: Server, app: Readonly<Registration>) {
  const { name, website, redirect_uris, scopes } = app
  const older = { id: idOf(app), name, website, redirect_uri: redirect_uris.join('\n') }
  if (!isCurrent(server)) return { ...older, vapid_key: 'BCk-sandbox' }
  return { ...older, redirect_uris, scopes, client_secret_expires_at: 0 }
}

function idOf(app: Readonly<Registration>): string {
  return String(createHash('sha256').update(app.id).digest().readUIntBE(0, 3))
}

/** `GET /api/v1/apps/verify_credentials`, with the token of an app or a person. */
export function verifyApp(call: Call) {
  return describe(call.server, authenticateApp(call))
}
