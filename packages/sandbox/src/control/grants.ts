import type { Account, EndReason, Grant } from '../core/records.ts'
import { networkOf, type World } from '../core/world.ts'
import { endTokens } from '../oauth/grants.ts'
import { ControlError } from './body.ts'

export type GrantActionInput = {
  permission?: string | undefined
  page?: string | undefined
  reason?: number | undefined
  clear?: boolean | undefined
}

type GrantAction = (world: World, grant: Readonly<Grant>, input: GrantActionInput) => void

/** What can happen to a grant, by the name used in the control API and in the panel. */
export const grantActions: Record<string, GrantAction> = {
  revoke(world, grant, input) {
    world.state.grants.update(grant.id, { status: 'removed', permissions: [], page_ids: [] })
    endTokens(world, grant.id, 458)
    for (const id of [grant.account_id, ...grant.page_ids]) {
      const platform = world.state.accounts.get(id)?.platform
      if (platform) world.state.subscriptions.remove(`${platform}:${id}`)
    }
    networkOf(world, grant.platform).sendDeauthorize(world, accountOf(world, grant), input.reason)
  },
  'password-change': (world, grant) => endTokens(world, grant.id, 460),
  invalidate(world, grant, input) {
    const reason = input.reason ?? 467
    if (![458, 459, 460, 463, 464, 467, 493].includes(reason)) {
      throw new ControlError(400, 'reason is one of 458, 459, 460, 463, 464, 467, 493.')
    }
    endTokens(world, grant.id, reason as EndReason)
  },
  checkpoint(world, grant, input) {
    world.state.grants.update(grant.id, { checkpoint: input.clear !== true })
  },
  'remove-permission'(world, grant, input) {
    if (!input.permission || !grant.permissions.includes(input.permission)) {
      throw new ControlError(400, `permission is one of ${grant.permissions.join(', ')}.`)
    }
    world.state.grants.update(grant.id, {
      permissions: grant.permissions.filter((permission) => permission !== input.permission),
      declined: [...grant.declined, input.permission],
    })
  },
  'expire-token': (world, grant) => expire(world, grant, ['short', 'long', 'page', 'access']),
  'expire-refresh-token': (world, grant) => expire(world, grant, ['access', 'refresh']),
  // Used up elsewhere: it is refused while the access still holds.
  'spend-refresh-token': (world, grant) => expire(world, grant, ['refresh']),
  'remove-page-role'(world, grant, input) {
    const page = findPage(world, grant, input.page)
    const roles = { ...page.page!.roles }
    delete roles[grant.account_id]
    world.state.accounts.update(page.id, { page: { ...page.page!, roles } })
  },
  'data-deletion'(world, grant) {
    const network = networkOf(world, grant.platform)
    if (!network.sendDataDeletion?.(world, accountOf(world, grant))) {
      throw new ControlError(409, 'The app has no data_deletion_url.')
    }
  },
}

function expire(world: World, grant: Readonly<Grant>, kinds: string[]): void {
  const now = world.clock.ms()
  for (const token of world.state.tokens.by('grant', grant.id)) {
    const alive = token.expires_at === null || token.expires_at > now
    if (alive && kinds.includes(token.kind))
      world.state.tokens.update(token.id, { expires_at: now })
  }
}

function accountOf(world: World, grant: Readonly<Grant>): Readonly<Account> {
  return world.state.accounts.get(grant.account_id)!
}

function findPage(
  world: World,
  { platform }: Readonly<Grant>,
  text: string | undefined,
): Readonly<Account> {
  const page = world.state.accounts
    .by('platform', `${platform}:page`)
    .find((candidate) => [candidate.id, candidate.username, candidate.name].includes(text ?? ''))
  if (!page) throw new ControlError(400, `There is no page "${text}".`)
  return page
}

export function actOnGrant(
  world: World,
  grantId: string,
  action: string,
  input: GrantActionInput,
): Readonly<Grant> {
  const grant = world.state.grants.get(grantId)
  if (!grant) throw new ControlError(404, `There is no grant "${grantId}".`)
  const act = Object.hasOwn(grantActions, action) ? grantActions[action] : undefined
  if (!act) {
    throw new ControlError(404, `Actions are ${Object.keys(grantActions).join(', ')}.`)
  }
  act(world, grant, input)
  return world.state.grants.get(grantId)!
}

/** A grant as the control API shows it: with the account's and the person's names. */
export function describeGrant(world: World, grant: Readonly<Grant>) {
  const account = accountOf(world, grant)
  const now = world.clock.ms()
  const live = world.state.tokens
    .by('grant', grant.id)
    .filter((token) => token.epoch === grant.epoch && (token.expires_at ?? now + 1) > now)
  return {
    ...grant,
    username: account.username,
    person: account.person_id,
    live_tokens: live.length,
    pages: grant.page_ids.map((id) => ({ id, name: world.state.accounts.get(id)?.name ?? null })),
  }
}
