import { type Selectable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { newId } from '../../core/ids.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import type { AccountTable } from '../../database/tables.ts'
import type { GrantedAccount } from '../../platforms/platform.ts'
import type { Account } from '../../schemas/account.ts'
import { seal } from '../../security/secrets.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findAccountsByIds } from './queries.ts'
import { showAccount } from './show.ts'

export type ConnectInput = {
  ownerId: string
  profileId: string
  platform: PlatformValue
  granted: readonly GrantedAccount[]
  /** The connect link's metadata, told with the event. */
  metadata: Record<string, unknown>
  now: Date
}

/** All the accounts, or the word for why none of them. */
export type ConnectOutcome =
  | { accounts: Account[] }
  | { refused: 'account_in_other_profile' | 'plan_account_limit' }

/** What a sealed token belongs to; a token copied to another account does not open. */
export function tokenPurpose(accountId: string): string {
  return `account:${accountId}`
}

/**
 * Connects all the granted accounts to the profile, or none, in the caller's transaction, and emits
 * `account.connected` for each. An account known in this profile keeps its id (`reconnected`); one
 * that lives in another profile of the owner refuses the whole. A `refused` outcome has written
 * nothing.
 */
export async function connectAccounts(
  ctx: Context,
  tx: Tx,
  input: ConnectInput,
): Promise<ConnectOutcome> {
  // The owner's row is the lock: the account limit and "one profile per account" hold under races.
  const owner = await tx
    .selectFrom('owner')
    .select('account_limit')
    .where('id', '=', input.ownerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = await knownAccounts(tx, input)
  if (known.some((row) => row.status !== 'disconnected' && row.profile_id !== input.profileId)) {
    return { refused: 'account_in_other_profile' }
  }
  const limit = owner.account_limit ?? ctx.config.accountLimit
  if (limit !== null) {
    const living = known.filter((row) => row.status !== 'disconnected').length
    const total = (await countLiving(tx, input.ownerId)) + input.granted.length - living
    if (total > limit) return { refused: 'plan_account_limit' }
  }
  const reconnected = new Map<string, boolean>()
  for (const granted of input.granted) {
    const before = earlierConnection(known, input.profileId, granted)
    const id = before?.id ?? newId('account')
    await storeAccount(ctx, tx, input, id, granted, before !== undefined)
    reconnected.set(id, before !== undefined)
  }
  return { accounts: await tell(ctx, tx, input, reconnected) }
}

type KnownAccount = Pick<
  Selectable<AccountTable>,
  'id' | 'profile_id' | 'platform_account_id' | 'status'
>

async function knownAccounts(tx: Tx, input: ConnectInput): Promise<KnownAccount[]> {
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

function earlierConnection(
  known: KnownAccount[],
  profileId: string,
  granted: GrantedAccount,
): KnownAccount | undefined {
  const mine = known.filter(
    (row) => row.profile_id === profileId && row.platform_account_id === granted.platformAccountId,
  )
  return mine.find((row) => row.status !== 'disconnected') ?? mine[0]
}

async function countLiving(tx: Tx, ownerId: string): Promise<number> {
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

async function storeAccount(
  ctx: Context,
  tx: Tx,
  input: ConnectInput,
  id: string,
  granted: GrantedAccount,
  isKnown: boolean,
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
    tokens_sealed: seal(ctx.config.keyring, tokenPurpose(id), JSON.stringify(granted.tokens)),
    access_expires_at: expiry ? new Date(expiry) : null,
    connected_at: input.now,
    updated_at: input.now,
  }
  if (isKnown) {
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

async function tell(
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
