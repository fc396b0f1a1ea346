import type { Account, Token } from '../core/records.ts'
import { endReason } from '../oauth/grants.ts'
import type { Call } from './call.ts'
import { forbidden, WordpressError } from './errors.ts'
import { loginOf } from './passwords.ts'
import { settingsOf } from './settings.ts'

export const capabilities = ['publish_posts', 'upload_files', 'moderate_comments'] as const
type Capability = 'edit_posts' | 'edit_others_posts' | (typeof capabilities)[number]

const roles: Readonly<Record<string, readonly Capability[]>> = {
  contributor: ['edit_posts'],
  author: ['edit_posts', 'publish_posts', 'upload_files'],
  editor: ['edit_posts', 'publish_posts', 'upload_files', 'moderate_comments', 'edit_others_posts'],
}

/** An administrator may do more that no call here needs. */
const sameAs: Readonly<Record<string, string>> = { administrator: 'editor' }

export type Session = {
  token: Readonly<Token>
  account: Readonly<Account>
  can(capability: Capability): boolean
}

/**
 * The user of a call, or null for a visitor. A wrong password makes a visitor too, unless the site asks
 * early (wordpress.md §1.3).
 */
export function sessionOf(call: Call): Session | null {
  const { sandbox, context } = call
  const settings = settingsOf(sandbox)
  const header = context.req.header('authorization')
  if (!header || settings.wordpress_strips_authorization) return null
  const basic = /^Basic (\S+)$/.exec(header)?.[1] ?? ''
  const [login = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':')
  const session = settings.wordpress_application_passwords && find(call, login, rest.join(':'))
  if (session) return session
  if (!settings.wordpress_checks_passwords_early) return null
  throw new WordpressError(401, 'incorrect_password', 'The provided password is an invalid.')
}

function find({ sandbox, site }: Call, login: string, password: string): Session | null {
  const token = sandbox.state.tokens.get(password.replaceAll(/[^a-z\d]/gi, ''))
  const grant = token && sandbox.state.grants.get(token.grant_id)
  const account = grant && sandbox.state.accounts.get(grant.account_id)
  if (token?.platform !== 'wordpress' || !grant || !account) return null
  if (account.server !== site.label || loginOf(account) !== login) return null
  if (endReason(sandbox, token, grant) !== null) return null
  const name = account.facts?.role ?? 'editor'
  const role = roles[sameAs[name] ?? name] ?? []
  /** The control API can take single capabilities of the role away. */
  const isTaken = (capability: Capability) =>
    grant.declined.includes(capability) && !grant.permissions.includes(capability)
  return {
    token,
    account,
    can: (capability) => role.includes(capability) && !isTaken(capability),
  }
}

/** The user, if they have the capability; else 401 or 403 with this code. */
export function require(call: Call, capability: Capability, code: string): Session {
  const session = sessionOf(call)
  if (!session?.can(capability)) throw forbidden(session !== null, code)
  return session
}

/** The user; 401 for a visitor. */
export function requireUser(call: Call): Session {
  const session = sessionOf(call)
  if (session) return session
  throw new WordpressError(401, 'rest_not_logged_in', 'You are not currently logged in.')
}
