import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Account, AccountHealth } from '../../schemas/account.ts'
import { expiryWarningMs } from './expiring.ts'
import { findAccount } from './queries.ts'
import { showAccount } from './show.ts'

type Problem = AccountHealth['problems'][number]

const actions: Readonly<Record<NonNullable<Account['status_reason']>, [string, string]>> = {
  token_expired: [
    'The access has expired.',
    'Send the client a connect link with this account_id.',
  ],
  token_revoked: [
    'The platform revoked the access.',
    'Send the client a connect link with this account_id.',
  ],
  password_changed: [
    'The client changed the password.',
    'Send the client a connect link with this account_id.',
  ],
  checkpoint_required: [
    'The platform asks the client to confirm their identity.',
    'Ask the client to log in to the platform first, then send a connect link with this account_id.',
  ],
  permission_revoked: [
    'A permission or role was revoked.',
    'Ask the client to restore it, then send a connect link with this account_id.',
  ],
  suspended: [
    'The account is suspended or locked at the platform.',
    'Ask the client to contact the platform, then send a connect link with this account_id.',
  ],
  deactivated: [
    'The client deactivated the account.',
    'Ask the client to activate it, then send a connect link with this account_id.',
  ],
  server_changed: [
    'The account moved to another server.',
    'Send the client a connect link with this account_id.',
  ],
  by_owner: ['The account was disconnected.', 'To use it again, send the client a connect link.'],
  by_platform: [
    "The client removed the app in the platform's settings.",
    'Ask the client for the reason, then send a connect link with this account_id.',
  ],
}

/** The account's problems and how to fix them, from stored data only, without a platform call. */
export async function readHealth(ctx: Context, scope: Scope, id: string): Promise<AccountHealth> {
  const row = await findAccount(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('account_not_found')
  const account = showAccount(ctx.platforms, row)
  const check = await ctx.db.query
    .selectFrom('account_poll')
    .select(['state', 'due_at'])
    .where('account_id', '=', id)
    .where('kind', '=', 'access')
    .executeTakeFirst()
  const problems = [
    ...statusProblems(account),
    ...permissionProblems(ctx, account),
    ...expiryProblems(ctx, account),
  ]
  return {
    object: 'account_health',
    account_id: account.id,
    status: account.status,
    healthy:
      account.status === 'connected' && problems.every(({ severity }) => severity !== 'error'),
    problems,
    permissions: account.permissions,
    access_expires_at: account.access_expires_at,
    checked_at: (check?.state.checked_at as string | undefined) ?? null,
    next_check_at: check?.due_at?.toISOString() ?? null,
  }
}

function statusProblems(account: Account): Problem[] {
  if (account.status === 'connected') return []
  const [message, action] = actions[account.status_reason ?? 'token_revoked']
  const code = account.status_reason ?? account.status
  return [{ severity: 'error', code, message, action, permission: null }]
}

function permissionProblems(ctx: Context, account: Account): Problem[] {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (account.status !== 'connected') return []
  return account.permissions.missing.map((permission) => {
    const definition = platform?.permissions.find(({ scope }) => scope === permission)
    return {
      severity: definition?.required ? 'error' : 'warning',
      code: 'permission_missing',
      message: `The permission ${permission} is not granted. Unavailable without it: ${definition?.enables.join(', ') || 'nothing'}.`,
      action:
        'Send the client a connect link with this account_id and ask them to leave all permissions on.',
      permission,
    }
  })
}

/** A warning if the access expires within a week and cannot be refreshed. */
function expiryProblems(ctx: Context, account: Account): Problem[] {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (!account.access_expires_at || platform?.tokens?.refresh) return []
  const remainingMs = Date.parse(account.access_expires_at) - ctx.clock.now().getTime()
  if (remainingMs > expiryWarningMs) return []
  return [
    {
      severity: 'warning',
      code: 'access_expires_soon',
      message: `The access expires at ${account.access_expires_at}.`,
      action: 'Send the client a connect link with this account_id before then.',
      permission: null,
    },
  ]
}
