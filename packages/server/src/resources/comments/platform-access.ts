import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Reader } from '../../database/open.ts'
import type { CommentReference, CommentsAbility } from '../../platforms/comments.ts'
import type { Capability, Platform } from '../../platforms/platform.ts'
import type { Tokens } from '../../platforms/tokens.ts'
import { unseal } from '../../security/secrets.ts'
import { tokenPurpose } from '../accounts/connect.ts'
import type { CommentRow } from './queries.ts'

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** What a call to the platform needs of an account. */
export async function findAccount(db: Reader, accountId: string) {
  return await db
    .selectFrom('account')
    .select([
      'id',
      'platform',
      'platform_account_id',
      'username',
      'status',
      'permissions_granted',
      'tokens_sealed',
      'paused_until',
      'reading_paused_until',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export type CommentAccess = {
  platform: Platform
  ability: CommentsAbility
  /** Who acts, as every call of the ability takes it. */
  by: { tokens: Tokens; account: { platformAccountId: string; username: string } }
}

/** The account with its ability, or `null` when it is not connected or its platform has none. */
export function openCommentAccess(ctx: Context, account: AccountRow): CommentAccess | null {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (!platform?.comments || account.status !== 'connected' || !account.tokens_sealed) return null
  const tokens = unseal(ctx.config.keyring, tokenPurpose(account.id), account.tokens_sealed)
  return {
    platform,
    ability: platform.comments,
    by: {
      tokens: JSON.parse(tokens) as Tokens,
      account: { platformAccountId: account.platform_account_id, username: account.username },
    },
  }
}

/** The comment as its platform knows it. */
export function referenceTo(comment: CommentRow): CommentReference {
  return {
    platformCommentId: comment.platform_comment_id,
    parentCommentId: comment.platform_parent_id,
    platformPostId: comment.platform_post_id,
  }
}

/** What a refused call is most likely to lack: the permission made for just this. */
export function narrowestPermission(platform: Platform, capability: Capability): string {
  const permissions = platform.permissions.filter(({ enables }) => enables.includes(capability))
  const special = permissions.toSorted((left, right) => left.enables.length - right.enables.length)
  return special[0]?.scope ?? capability
}
