import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { newId } from '../../core/ids.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { lockQuota } from '../../database/quota.ts'
import type { AccountTable } from '../../database/tables.ts'
import type { GrantedAccount } from '../../platforms/contract/platform.ts'
import type { Account } from '../../schemas/account.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findAccountsByIds, profileQuota } from './queries.ts'
import { showAccount } from './show.ts'
import { sealTokens } from './tokens.ts'

export type ConnectInput = {
  ownerId: string
  profileId: string
  platform: PlatformValue
  granted: readonly GrantedAccount[]
  /** The connect link's metadata, included in the event. */
  metadata: Record<string, unknown>
  now: Date
}

/** All the accounts; if none was connected, the error code and the accounts that caused it. */
export type ConnectOutcome =
  | { accounts: Account[] }
  | { refused: 'account_in_other_profile'; by: GrantedAccount[] }
  | { refused: 'plan_account_limit'; by: [] }

/**
 * Connects all granted accounts to the profile, or none, in the caller's transaction, and emits
 * `account.connected` for each. An account known in this profile keeps its id (`reconnected`); an
 * active one in another profile of the owner refuses all. `refused` means nothing was written.
 */
export async function connectAccounts(
  ctx: Context,
  tx: Tx,
  input: ConnectInput,
): Promise<ConnectOutcome> {
  // Locking the owner's row enforces the account limit and one profile per account under concurrency.
  const owner = await tx
    .selectFrom('owner')
    .select('account_limit')
    .where('id', '=', input.ownerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const existing = await findExistingAccounts(tx, input)
  const elsewhere = existing
    .filter((row) => row.status !== 'disconnected' && row.profile_id !== input.profileId)
    .map((row) => row.platform_account_id)
  if (elsewhere.length > 0) {
    const by = input.granted.filter((account) => elsewhere.includes(account.platformAccountId))
    return { refused: 'account_in_other_profile', by }
  }
  const limit = owner.account_limit ?? ctx.config.accountLimit
  const active = existing.filter((row) => row.status !== 'disconnected').length
  const added = input.granted.length - active
  // To connect an account again must work above a limit, too.
  const isAboveLimit =
    added > 0 &&
    ((limit !== null && (await countActive(tx, input.ownerId)) + added > limit) ||
      (await exceedsProfileQuota(tx, input.profileId, added)))
  if (isAboveLimit) {
    return { refused: 'plan_account_limit', by: [] }
  }
  const reconnected = new Map<string, boolean>()
  for (const granted of input.granted) {
    const earlier = findEarlierConnection(existing, input.profileId, granted)
    const id = earlier?.id ?? newId('account')
    await storeAccount(ctx, tx, input, id, granted, earlier !== undefined)
    reconnected.set(id, earlier !== undefined)
  }
  return { accounts: await emitConnected(ctx, tx, input, reconnected) }
}

type ExistingAccount = Pick<
  Selectable<AccountTable>,
  'id' | 'profile_id' | 'platform_account_id' | 'status'
>

async function findExistingAccounts(tx: Tx, input: ConnectInput): Promise<ExistingAccount[]> {
  return await tx
    .selectFrom('account')
    .select(['id', 'profile_id', 'platform_account_id', 'status'])
    .where('owner_id', '=', input.ownerId)
    .where('platform', '=', input.platform)
    .where(
      'platform_account_id',
      'in',
      input.granted.map((account) => account.platformAccountId),
    )
    .orderBy('updated_at', 'desc')
    .execute()
}

function findEarlierConnection(
  existing: ExistingAccount[],
  profileId: string,
  granted: GrantedAccount,
): ExistingAccount | undefined {
  const matches = existing.filter(
    (row) => row.profile_id === profileId && row.platform_account_id === granted.platformAccountId,
  )
  return matches.find((row) => row.status !== 'disconnected') ?? matches[0]
}

async function countActive(tx: Tx, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.profile_id')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account.owner_id', '=', ownerId)
    .where('account.status', '<>', 'disconnected')
    .where('profile.deleting_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Waits for accounts that are being moved to the profile. */
async function exceedsProfileQuota(tx: Tx, profileId: string, added: number): Promise<boolean> {
  const { label, max, rows: counted } = profileQuota(profileId)
  await lockQuota(tx, label, profileId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${counted}) as taken`.execute(tx)
  return rows[0]!.count + added > max
}

async function storeAccount(
  ctx: Context,
  tx: Tx,
  input: ConnectInput,
  id: string,
  granted: GrantedAccount,
  isExisting: boolean,
): Promise<void> {
  const expiry = granted.tokens.accessExpiresAt
  const values = {
    platform_user_ids: granted.platformUserIds,
    username: granted.username,
    display_name: granted.displayName,
    avatar_url: granted.avatarUrl,
    profile_url: granted.profileUrl,
    account_type: granted.accountType,
    status: 'connected' as const,
    status_reason: null,
    permissions_granted: granted.granted,
    permissions_missing: granted.missing,
    facts: granted.facts ? JSON.stringify(granted.facts) : null,
    tokens_sealed: sealTokens(ctx, id, granted.tokens),
    access_expires_at: expiry ? new Date(expiry) : null,
    connected_at: input.now,
    updated_at: input.now,
  }
  if (isExisting) {
    await tx.updateTable('account').set(values).where('id', '=', id).execute()
    return
  }
  await tx
    .insertInto('account')
    .values({
      id,
      owner_id: input.ownerId,
      profile_id: input.profileId,
      platform: input.platform,
      platform_account_id: granted.platformAccountId,
      created_at: input.now,
      ...values,
    })
    .execute()
}

async function emitConnected(
  ctx: Context,
  tx: Tx,
  input: ConnectInput,
  reconnected: ReadonlyMap<string, boolean>,
): Promise<Account[]> {
  const rows = await findAccountsByIds(tx, [...reconnected.keys()])
  const accounts = rows.map((row) => showAccount(ctx.platforms, row))
  for (const account of accounts) {
    await emitEvent(tx, {
      ownerId: input.ownerId,
      profileId: input.profileId,
      profileExternalId: account.profile_external_id,
      type: 'account.connected',
      data: {
        account,
        reconnected: reconnected.get(account.id) ?? false,
        metadata: input.metadata as never,
      },
      now: input.now,
    })
  }
  return accounts
}
