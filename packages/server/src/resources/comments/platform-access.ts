import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Reader } from '../../database/open.ts'
import type { CommentReference, CommentsAbility } from '../../platforms/comments.ts'
import type { Platform } from '../../platforms/platform.ts'
import type { Tokens } from '../../platforms/tokens.ts'
import { unseal } from '../../security/secrets.ts'
import { tokenPurpose } from '../accounts/connect.ts'
import type { CommentRow } from './queries.ts'

export type SyncAccount = NonNullable<Awaited<ReturnType<typeof findSyncAccount>>>

/** The account's columns that platform calls need. */
export async function findSyncAccount(db: Reader, accountId: string) {
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
  /** The arguments that every call of the ability shares. */
  credentials: { tokens: Tokens; account: { platformAccountId: string; username: string } }
}

/** Unseals the tokens; `null` if the account is not connected or its platform has no comments. */
export function openCommentAccess(ctx: Context, account: SyncAccount): CommentAccess | null {
  const platform = ctx.platforms.get(account.platform as PlatformValue)
  if (!platform?.comments || account.status !== 'connected' || !account.tokens_sealed) return null
  const tokens = unseal(ctx.config.keyring, tokenPurpose(account.id), account.tokens_sealed)
  return {
    platform,
    ability: platform.comments,
    credentials: {
      tokens: JSON.parse(tokens) as Tokens,
      account: { platformAccountId: account.platform_account_id, username: account.username },
    },
  }
}

export function referenceTo(comment: CommentRow): CommentReference {
  return {
    platformCommentId: comment.platform_comment_id,
    parentCommentId: comment.platform_parent_id,
    platformPostId: comment.platform_post_id,
  }
}
