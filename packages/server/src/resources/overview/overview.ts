import { includesPermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { addDays, utcDay } from '../../core/day.ts'
import { limits } from '../../core/limits.ts'
import type { Permission } from '../../schemas/api-key.ts'
import type { Overview } from '../../schemas/overview.ts'
import type { Post } from '../../schemas/post.ts'
import { listAccounts } from '../accounts/accounts.ts'
import { listComments } from '../comments/api/comments.ts'
import { getSettings } from '../connect/links/settings.ts'
import { listMedia } from '../media/media.ts'
import { listPosts } from '../posts/posts.ts'
import { listStatistics, readStatistics } from '../profiles/statistics.ts'
import { listWebhooks } from '../webhooks/endpoints.ts'

const { overview } = limits

/** Each part is the first page of its list. A part that the caller may not read is `null`. */
export async function readOverview(ctx: Context, scope: Scope): Promise<Overview> {
  const today = utcDay(ctx.clock.now())
  const [statistics, profiles, expired, unfinished, unapproved, next, comments, webhooks] =
    await Promise.all([
      readStatistics(ctx, scope),
      listStatistics(ctx, scope, { sort: 'attention', limit: overview.profilesMax }),
      ifAllowed(scope, 'accounts:read', () =>
        listAccounts(ctx, scope, { status: ['expired'], limit: overview.expiredAccountsMax }),
      ),
      ifAllowed(scope, 'posts:read', () =>
        listPosts(ctx, scope, {
          status: ['failed', 'partially_published', 'publishing'],
          from: addDays(today, -overview.unfinishedPostDays),
          limit: overview.unfinishedPostsMax,
        }),
      ),
      ifAllowed(scope, 'posts:read', () =>
        listPosts(ctx, scope, {
          approval: ['awaiting', 'changes_requested'],
          status: ['draft', 'awaiting_approval'],
          limit: overview.unapprovedPostsMax,
        }),
      ),
      ifAllowed(scope, 'posts:read', () =>
        listPosts(ctx, scope, {
          status: ['scheduled'],
          order: 'asc',
          // Yesterday, because a post that is due may not have started.
          from: addDays(today, -1),
          limit: overview.nextPostsMax,
        }),
      ),
      ifAllowed(scope, 'comments:read', () =>
        listComments(ctx, scope, { reply_status: ['unreplied'], limit: 1 }),
      ),
      ifAllowed(scope, 'webhooks:read', () =>
        listWebhooks(ctx, scope, { limit: overview.webhooksMax }),
      ),
    ])
  const nextPosts = next?.data ?? []
  const profileIds = [...profiles.data, ...nextPosts].map(({ profile_id }) => profile_id)
  const [accounts, media] = await Promise.all([
    ifAllowed(scope, 'accounts:read', () =>
      listAccounts(ctx, { ...scope, profileIds }, { limit: overview.accountsMax }),
    ),
    ifAllowed(scope, 'media:read', () => listFirstMedia(ctx, scope, nextPosts)),
  ])
  const parts: Overview = {
    object: 'overview',
    statistics,
    profiles: profiles.data,
    accounts: accounts?.data ?? null,
    expired_accounts: expired?.data ?? null,
    unfinished_posts: unfinished?.data ?? null,
    unapproved_posts: unapproved?.data ?? null,
    next_posts: next?.data ?? null,
    media,
    newest_unanswered_comment: comments?.data[0] ?? null,
    webhooks: webhooks?.data ?? null,
    setup: null,
  }
  const isOwner = scope.kind === 'owner' && !scope.profile && !scope.permissions
  return isOwner ? { ...parts, setup: await readSetup(ctx, scope, parts) } : parts
}

async function ifAllowed<T>(
  scope: Scope,
  permission: Permission,
  read: () => Promise<T>,
): Promise<T | null> {
  const { permissions } = scope
  return !permissions || includesPermission(permissions, permission) ? await read() : null
}

/** The files that stand for the posts: the first of each, or the first of one of its targets. */
async function listFirstMedia(ctx: Context, scope: Scope, posts: Post[]) {
  const ids = posts.flatMap(({ media, targets }) => {
    const first = media[0] ?? targets.find((target) => target.media?.length)?.media?.[0]
    return first ? [first.id] : []
  })
  if (ids.length === 0) return []
  return (await listMedia(ctx, scope, { id: ids, limit: overview.nextPostsMax })).data
}

async function readSetup(
  ctx: Context,
  scope: Scope,
  { statistics, profiles, accounts, webhooks }: Overview,
): Promise<Overview['setup']> {
  const { brand_name } = await getSettings(ctx, scope)
  const published =
    statistics.published_posts === 0
      ? await listPosts(ctx, scope, { status: ['published', 'partially_published'], limit: 1 })
      : null
  return {
    profile: profiles.length > 1,
    brand: brand_name !== null,
    account: statistics.account_count > 0 || accounts!.length > 0,
    post: !published || published.data.length > 0,
    webhook: webhooks!.length > 0,
  }
}
