import type { Context } from 'hono'
import type { Account } from '../core/records.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { TiktokError } from './responses.ts'
import { authenticate, requireScope } from './session.ts'

type Reader = { scope: string; read(sandbox: Sandbox, account: Readonly<Account>): unknown }

const picture = (sandbox: Sandbox, account: Readonly<Account>) =>
  `${sandbox.origin()}/pictures/${account.id}`
const basic = (read: Reader['read']): Reader => ({ scope: 'user.info.basic', read })
const profile = (read: Reader['read']): Reader => ({ scope: 'user.info.profile', read })
const stats = (read: Reader['read']): Reader => ({ scope: 'user.info.stats', read })

/** Each field with the scope it needs (tiktok.md §1.6). */
const readers: Record<string, Reader> = {
  open_id: basic((_sandbox, account) => account.id),
  union_id: basic((_sandbox, account) => account.second_id),
  avatar_url: basic(picture),
  avatar_url_100: basic(picture),
  avatar_large_url: basic(picture),
  display_name: basic((_sandbox, account) => account.name),
  bio_description: profile((_sandbox, account) => account.biography),
  profile_deep_link: profile(profileUrl),
  profile_web_link: profile(profileUrl),
  is_verified: profile((_sandbox, account) => account.is_verified),
  username: profile((_sandbox, account) => account.username),
  follower_count: stats((_sandbox, account) => account.followers),
  following_count: stats((_sandbox, account) => account.following),
  likes_count: stats((_sandbox, account) => account.followers * 7),
  video_count: stats((sandbox, account) => sandbox.state.posts.by('account', account.id).length),
}

export function profileUrl(sandbox: Sandbox, account: Readonly<Account>): string {
  return `${sandbox.origin()}/tiktok/www/@${account.username}`
}

/**
 * `GET /v2/user/info/`: a single field outside the granted scopes fails the call (tiktok.md §3).
 */
export function userInfo(context: Context<Env>, sandbox: Sandbox): string {
  const session = authenticate(context, sandbox)
  requireScope(session, 'user.info.basic')
  const fields = (context.req.query('fields') ?? '').split(',').filter(Boolean)
  if (fields.length === 0) throw new TiktokError(400, 'invalid_params', 'Fields is required')
  const user: Record<string, unknown> = {}
  for (const field of fields) {
    const reader = Object.hasOwn(readers, field) ? readers[field] : undefined
    if (!reader) throw new TiktokError(400, 'invalid_params', `Invalid field: ${field}`)
    if (!session.scopes.includes(reader.scope)) {
      throw new TiktokError(
        400,
        'scope_permission_missed',
        `The field ${field} requires the scope ${reader.scope}`,
      )
    }
    user[field] = reader.read(sandbox, session.account)
  }
  return JSON.stringify({ user })
}
