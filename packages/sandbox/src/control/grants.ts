import type { Account, EndReason, Grant } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import { invalidateTokens } from '../oauth/grants.ts'
import { ControlError } from './body.ts'

export type GrantActionInput = {
  permission?: string | undefined
  page?: string | undefined
  reason?: number | undefined
  clear?: boolean | undefined
}

type GrantAction = (sandbox: Sandbox, grant: Readonly<Grant>, input: GrantActionInput) => void

/** The actions on a grant, by their names in the control API and the panel. */
export const grantActions: Record<string, GrantAction> = {
  revoke(sandbox, grant, input) {
    sandbox.state.grants.update(grant.id, { status: 'removed', permissions: [], page_ids: [] })
    invalidateTokens(sandbox, grant.id, 458)
    for (const id of [grant.account_id, ...grant.page_ids]) {
      const platform = sandbox.state.accounts.get(id)?.platform
      if (platform) sandbox.state.subscriptions.remove(`${platform}:${id}`)
    }
    networkOf(sandbox, grant.platform).sendDeauthorize(
      sandbox,
      accountOf(sandbox, grant),
      input.reason,
    )
  },
  'password-change': (sandbox, grant) => invalidateTokens(sandbox, grant.id, 460),
  invalidate(sandbox, grant, input) {
    const reason = input.reason ?? 467
    if (![458, 459, 460, 463, 464, 467, 493].includes(reason)) {
      throw new ControlError(400, 'reason is one of 458, 459, 460, 463, 464, 467, 493.')
    }
    invalidateTokens(sandbox, grant.id, reason as EndReason)
  },
  checkpoint(sandbox, grant, input) {
    sandbox.state.grants.update(grant.id, { checkpoint: input.clear !== true })
  },
  'remove-permission'(sandbox, grant, input) {
    if (!input.permission || !grant.permissions.includes(input.permission)) {
      throw new ControlError(400, `permission is one of ${grant.permissions.join(', ')}.`)
    }
    sandbox.state.grants.update(grant.id, {
      permissions: grant.permissions.filter((permission) => permission !== input.permission),
      declined: [...grant.declined, input.permission],
    })
  },
  'expire-token': (sandbox, grant) => expire(sandbox, grant, ['short', 'long', 'page', 'access']),
  'expire-refresh-token': (sandbox, grant) => expire(sandbox, grant, ['access', 'refresh']),
  // As if another client had used it: the refresh token fails while the access token works.
  'spend-refresh-token': (sandbox, grant) => expire(sandbox, grant, ['refresh']),
  'remove-page-role'(sandbox, grant, input) {
    const page = findPage(sandbox, grant, input.page)
    const roles = { ...page.page!.roles }
    delete roles[grant.account_id]
    sandbox.state.accounts.update(page.id, { page: { ...page.page!, roles } })
  },
  'data-deletion'(sandbox, grant) {
    const network = networkOf(sandbox, grant.platform)
    if (!network.sendDataDeletion?.(sandbox, accountOf(sandbox, grant))) {
      throw new ControlError(409, 'The app has no data_deletion_url.')
    }
  },
}

function expire(sandbox: Sandbox, grant: Readonly<Grant>, kinds: string[]): void {
  const now = sandbox.clock.ms()
  for (const token of sandbox.state.tokens.by('grant', grant.id)) {
    const alive = token.expires_at === null || token.expires_at > now
    if (alive && kinds.includes(token.kind))
      sandbox.state.tokens.update(token.id, { expires_at: now })
  }
}

function accountOf(sandbox: Sandbox, grant: Readonly<Grant>): Readonly<Account> {
  return sandbox.state.accounts.get(grant.account_id)!
}

function findPage(
  sandbox: Sandbox,
  { platform }: Readonly<Grant>,
  text: string | undefined,
): Readonly<Account> {
  const page = sandbox.state.accounts
    .by('platform', `${platform}:page`)
    .find((candidate) => [candidate.id, candidate.username, candidate.name].includes(text ?? ''))
  if (!page) throw new ControlError(400, `There is no page "${text}".`)
  return page
}

export function actOnGrant(
  sandbox: Sandbox,
  grantId: string,
  action: string,
  input: GrantActionInput,
): Readonly<Grant> {
  const grant = sandbox.state.grants.get(grantId)
  if (!grant) throw new ControlError(404, `There is no grant "${grantId}".`)
  const run = Object.hasOwn(grantActions, action) ? grantActions[action] : undefined
  if (!run) {
    throw new ControlError(404, `Actions are ${Object.keys(grantActions).join(', ')}.`)
  }
  run(sandbox, grant, input)
  return sandbox.state.grants.get(grantId)!
}

/** A grant of the control API, with the names of its account, person and pages. */
export function describeGrant(sandbox: Sandbox, grant: Readonly<Grant>) {
  const account = accountOf(sandbox, grant)
  const now = sandbox.clock.ms()
  const live = sandbox.state.tokens
    .by('grant', grant.id)
    .filter((token) => token.epoch === grant.epoch && (token.expires_at ?? now + 1) > now)
  return {
    ...grant,
    username: account.username,
    person: account.person_id,
    live_tokens: live.length,
    pages: grant.page_ids.map((id) => ({ id, name: sandbox.state.accounts.get(id)?.name ?? null })),
  }
}
