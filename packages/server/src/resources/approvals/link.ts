import { type Selectable, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { Queries, Tx } from '../../database/open.ts'
import type { ApprovalLinkTable } from '../../database/post-tables.ts'
import {
  type ApprovalLink,
  type ApprovalLinkSettings,
  approvalLinkCreate,
  approvalLinkShape,
  approvalLinkStatuses,
  type CreatedApprovalLink,
  createdApprovalLinkShape,
} from '../../schemas/approval-link.ts'
import { idsOf } from '../../schemas/fields.ts'
import { requireApproval } from '../posts/approval.ts'
import { lockPost, lockTargets } from '../posts/queries.ts'
import type { SentPageKind } from '../sent-pages/kind.ts'

const dayMs = 86_400_000

const columns = [
  'id',
  'owner_id',
  'profile_id',
  'post_ids',
  'language',
  'time_zone',
  'created_at',
  'expires_at',
  'revoked_at',
] as const

export type ApprovalLinkRow = Pick<Selectable<ApprovalLinkTable>, (typeof columns)[number]>
type Settings = Pick<ApprovalLinkRow, 'post_ids' | 'language' | 'time_zone'>
type Input = ApprovalLinkSettings & { post_ids: string[] }

/** A page on which a client approves posts of a profile, or asks for changes. */
export const approvalKind: SentPageKind<
  ApprovalLinkRow,
  (typeof approvalLinkStatuses)[number],
  Input,
  Settings
> = {
  table: 'approval_link',
  columns,
  idKind: 'approval',
  object: 'approval_link',
  pagePath: 'approve',
  openStatus: 'open',
  isUsedOnce: false,
  quota: {
    label: 'open approval links of the profile',
    max: limits.approval.openLinksPerProfileMax,
  },
  lifetimeMs: (input) => (input.expires_in_days ?? limits.approval.linkDays.default) * dayMs,
  check: async (_ctx, _scope, _profileId, { post_ids, language, time_zone }) => {
    const repeated = post_ids.findIndex((id, index) => post_ids.indexOf(id) !== index)
    if (repeated >= 0) {
      throw invalidField(
        `post_ids.${repeated}`,
        'It names a post twice. Remove one.',
        'named_twice',
      )
    }
    return { post_ids, language: language ?? null, time_zone: time_zone ?? null }
  },
  checkInTransaction: askForPosts,
  summary: ({ post_ids }) => ({ post_ids }),
  details: async (db, rows): Promise<Omit<ApprovalLink, keyof CreatedApprovalLink>[]> => {
    const records = await listRecords(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, language, time_zone }) => ({
      language: language as ApprovalLink['language'],
      time_zone,
      records: records
        .filter((record) => record.link_id === id)
        .map(({ at, action, post_id, comment }) => ({
          at: at.toISOString(),
          action,
          post_id,
          comment,
        })),
    }))
  },
  filters: {
    post_id: {
      schema: idsOf('post', limits.page.max, 'the links that show one of these posts').optional(),
      where: (ids) => sql<boolean>`post_ids && ${ids.split(',')}::text[]`,
    },
  },
  notFound: 'approval_link_not_found',
  notRevocable: null,
  api: {
    tag: 'Posts',
    permissions: { read: 'posts:read', write: 'posts:write' },
    path: 'approval-links',
    operation: 'ApprovalLink',
    words: { one: 'an approval link', many: 'approval links', short: 'link' },
    descriptions: {
      create:
        'Creates a page on which a client sees posts as their platforms show them, and approves each or asks for changes, without an account. Send its `url` to the client: whoever has it can decide. It stays open for 7 days, or up to 30. A post that needed no approval needs one once it has a link, and is held until it is approved. Opening the page changes nothing.',
      list: 'Returns the approval links with their openings and decisions, newest first, without their URLs.',
      get: 'Returns the link with its openings and decisions. Links are kept for 90 days after they expire.',
      revoke:
        'The page stops working immediately. Decisions stay, and so does the need for approval. Revoking it again changes nothing.',
    },
    schemas: {
      create: approvalLinkCreate,
      created: createdApprovalLinkShape,
      shown: approvalLinkShape,
      statuses: approvalLinkStatuses,
    },
    createErrors: ['post_not_found', 'post_not_editable'],
  },
}

/** Locks the posts and asks for the approval of those that need none yet. */
async function askForPosts(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  { post_ids }: Settings,
  profileId: string,
): Promise<void> {
  const now = ctx.clock.now()
  await checkContentBytes(tx, scope, profileId, post_ids)
  // In a fixed order, as everywhere where several posts are locked.
  for (const id of post_ids.toSorted()) {
    const param = `post_ids.${post_ids.indexOf(id)}`
    const post = await lockPost(tx, scope, id)
    if (post?.profile_id !== profileId) throw new ServiceError('post_not_found', { param })
    const targets = await lockTargets(tx, id)
    if (!(await requireApproval(tx, { post, targets }, now))) {
      const message = 'Publishing has started, or the post was canceled. Nobody can approve it now.'
      throw new ServiceError('post_not_editable', { param, message })
    }
  }
}

/** The page shows all of them, so their content is bounded, before any is read. */
async function checkContentBytes(
  tx: Tx,
  scope: Scope,
  profileId: string,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(post.content_bytes), 0)::double precision as bytes from post
    where ${inScope(scope, 'post')} and post.profile_id = ${profileId}
      and post.id = any(${ids as string[]}::text[])`.execute(tx)
  const max = limits.page.contentBytesMax
  if (rows[0]!.bytes <= max) return
  const message = `A link shows at most ${max} bytes of content; these posts have ${rows[0]!.bytes}. Create several links, or shorten the posts.`
  throw invalidField('post_ids', message, 'too_large')
}

/** The newest records of each of these links, in chronological order. */
async function listRecords(db: Queries, linkIds: readonly string[]) {
  if (linkIds.length === 0) return []
  return await db
    .selectFrom(
      db
        .selectFrom('approval_record')
        .select(['id', 'link_id', 'at', 'action', 'post_id', 'comment'])
        .select(
          sql<number>`row_number() over (partition by link_id order by id desc)`.as('recency'),
        )
        .where(sql<boolean>`link_id = any(${linkIds}::text[])`)
        .as('record'),
    )
    .select(['link_id', 'at', 'action', 'post_id', 'comment'])
    .where('recency', '<=', limits.approval.recordsShownMax)
    .orderBy('id')
    .execute()
}

/** Deletes links past their retention, with their records. */
export async function deleteOldApprovalLinks(ctx: Context): Promise<void> {
  const keptMs = limits.approval.linkKeptDays * dayMs
  await ctx.db.query
    .deleteFrom('approval_link')
    .where('expires_at', '<', new Date(ctx.clock.now().getTime() - keptMs))
    .execute()
}
