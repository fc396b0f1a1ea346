import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { ConnectLinkTable } from '../../../database/connect-tables.ts'
import type { Queries } from '../../../database/open.ts'
import {
  type ConnectLink,
  type CreatedLink,
  connectLinkCreate,
  connectLinkShape,
  createdLinkShape,
  linkStatuses,
} from '../../../schemas/connect-link.ts'
import { idOf } from '../../../schemas/fields.ts'
import type { SentPageKind } from '../../sent-pages/kind.ts'
import {
  connectApi,
  type LinkInput,
  type LinkSettings,
  linkSettings,
  settingsColumns,
} from './link-settings.ts'

const columns = [...settingsColumns, 'used_at', 'account_ids', 'invitation_id'] as const

export type LinkRow = Pick<Selectable<ConnectLinkTable>, (typeof columns)[number]>
export type LinkStatus = (typeof linkStatuses)[number]

/** A single-use link to the hosted page where a client connects accounts. */
export const linkKind: SentPageKind<LinkRow, LinkStatus, LinkInput, LinkSettings> = {
  ...linkSettings,
  table: 'connect_link',
  columns,
  idKind: 'link',
  object: 'connect_link',
  pagePath: 'connect',
  openStatus: 'valid',
  isUsedOnce: true,
  quota: { label: 'valid links of the profile', max: limits.connect.validLinksPerProfileMax },
  lifetimeMs: () => limits.connect.linkLifetimeMs,
  details: async (db, rows): Promise<Omit<ConnectLink, keyof CreatedLink>[]> => {
    const attempts = await listLinkAttempts(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => ({
      invitation_id: row.invitation_id,
      redirect_url: row.redirect_url,
      language: row.language as ConnectLink['language'],
      metadata: row.metadata as ConnectLink['metadata'],
      used_at: row.used_at?.toISOString() ?? null,
      account_ids: row.account_ids,
      attempts: attempts
        .filter((attempt) => attempt.link_id === row.id)
        .map((attempt) => ({
          at: attempt.at.toISOString(),
          platform: attempt.platform as PlatformValue | null,
          step: attempt.step,
          error: attempt.error,
        })),
    }))
  },
  filters: {
    invitation_id: {
      schema: idOf('invitation').optional().meta({
        description:
          'Only the links of this invitation, or `none`: only those that you created yourself.',
      }),
      where: (id) =>
        id === 'none' ? sql<boolean>`invitation_id is null` : sql<boolean>`invitation_id = ${id}`,
    },
  },
  notFound: 'connect_link_not_found',
  notRevocable: { statuses: ['used', 'expired'], error: 'connect_link_not_revocable' },
  api: {
    ...connectApi,
    path: 'connect-links',
    operation: 'ConnectLink',
    words: { one: 'a connect link', many: 'connect links', short: 'link' },
    descriptions: {
      create:
        'Creates a single-use link to the hosted connect page. Send its `url` to the client. The link expires after 30 minutes. It counts as used only when an account was connected; after a failure the client can try again.',
      list: 'Returns the connect links of the last 30 days with their attempts, newest first, without their URLs.',
      get: 'Returns the status of the link, the accounts it connected and the attempts of the client. Links are kept for 30 days.',
      revoke:
        'The link stops working immediately. A used or expired link returns `connect_link_not_revocable`.',
    },
    schemas: {
      create: connectLinkCreate,
      created: createdLinkShape,
      shown: connectLinkShape,
      statuses: linkStatuses,
    },
  },
}

/** The newest attempts of each of these links, in chronological order. */
async function listLinkAttempts(db: Queries, linkIds: readonly string[]) {
  if (linkIds.length === 0) return []
  return await db
    .selectFrom(
      db
        .selectFrom('connect_attempt')
        .select(['id', 'link_id', 'at', 'platform', 'step', 'error'])
        .select(
          sql<number>`row_number() over (partition by link_id order by id desc)`.as('recency'),
        )
        .where(sql<boolean>`link_id = any(${linkIds}::text[])`)
        .as('attempt'),
    )
    .select(['link_id', 'at', 'platform', 'step', 'error'])
    .where('recency', '<=', limits.connect.attemptsKeptMax)
    .orderBy('id')
    .execute()
}

/**
 * Deletes expired logins, and links and invitations past their retention. A link of an invitation is
 * deleted with it.
 */
export async function deleteOldLinks(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const deleteBefore = new Date(now.getTime() - limits.connect.linkKeptDays * 86_400_000)
  await ctx.db.query.deleteFrom('connect_flow').where('expires_at', '<', now).execute()
  await ctx.db.query
    .deleteFrom('connect_link')
    .where('expires_at', '<', deleteBefore)
    .where('invitation_id', 'is', null)
    .execute()
  await ctx.db.query.deleteFrom('invitation').where('expires_at', '<', deleteBefore).execute()
}
