import type { Context } from 'hono'
import type { Account } from '../core/records.ts'
import type { Env, World } from '../core/world.ts'
import { limitRate } from './limits.ts'
import { authenticate, need } from './session.ts'

const DURATION_MAX_S = 300

/** What the account may choose (tiktok.md §5.1). */
export function privacyOptions(account: Readonly<Account>): string[] {
  const widest = account.is_private ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE'
  return [widest, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}

/** `POST /v2/post/publish/creator_info/query/`, 20 a minute (tiktok.md §5.1). */
export function creatorInfo(context: Context<Env>, world: World): string {
  const session = authenticate(context, world)
  need(session, 'video.publish')
  limitRate(world, session, 'creator_info', 20)
  const { account } = session
  return JSON.stringify({
    creator_avatar_url: `${world.origin()}/pictures/${account.id}`,
    creator_username: account.username,
    creator_nickname: account.name,
    privacy_level_options: privacyOptions(account),
    comment_disabled: false,
    duet_disabled: account.is_private,
    stitch_disabled: account.is_private,
    max_video_post_duration_sec: DURATION_MAX_S,
  })
}
