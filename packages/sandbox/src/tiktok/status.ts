import type { Context } from 'hono'
import type { Publication } from '../core/content.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { limitRate, requireJson } from './limits.ts'
import { progress } from './progress.ts'
import { TiktokError } from './responses.ts'
import { authenticate, requireScope, type TiktokSession } from './session.ts'

/** `POST /v2/post/publish/status/fetch/`, 30 a minute (tiktok.md §5.7). */
export async function fetchStatus(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const session = publishSession(context, sandbox)
  limitRate(sandbox, session, 'status', 30)
  const { id } = await getOwnPublication(context, sandbox, session)
  progress(sandbox, id)
  return statusJson(sandbox, sandbox.state.publications.get(id)!)
}

/** Post ids are numbers beyond 2^53, and present only for public posts after moderation. */
function statusJson(sandbox: Sandbox, publication: Readonly<Publication>): string {
  const post = publication.post_id ? sandbox.state.posts.get(publication.post_id) : undefined
  const ids = post?.is_public ? post.id : ''
  const parts = [`"status":"${publishStatus(publication)}"`]
  if (publication.fail_reason) parts.push(`"fail_reason":"${publication.fail_reason}"`)
  parts.push(`"publicaly_available_post_id":[${ids}]`)
  const bytes = publication.media_ids.reduce(
    (sum, id) => sum + (sandbox.state.media.get(id)?.bytes ?? 0),
    0,
  )
  if (publication.source === 'FILE_UPLOAD') parts.push(`"uploaded_bytes":${publication.uploaded}`)
  else parts.push(`"downloaded_bytes":${bytes}`)
  return `{${parts.join(',')}}`
}

function publishStatus({ outcome, source }: Readonly<Publication>): string {
  if (outcome === 'complete') return 'PUBLISH_COMPLETE'
  if (outcome === 'inbox') return 'SEND_TO_USER_INBOX'
  if (outcome !== 'running') return 'FAILED'
  return source === 'FILE_UPLOAD' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD'
}

/** `POST /v2/post/publish/cancel/`: cancels a publication that is not live yet (tiktok.md §5.7). */
export async function cancelPublication(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const publication = await getOwnPublication(context, sandbox, publishSession(context, sandbox))
  progress(sandbox, publication.id)
  if (sandbox.state.publications.get(publication.id)?.outcome !== 'running') {
    throw new TiktokError(400, 'publish_not_cancellable', 'The publish cannot be cancelled')
  }
  sandbox.state.publications.update(publication.id, {
    outcome: 'cancelled',
    fail_reason: 'publish_cancelled',
  })
  return '{}'
}

function publishSession(context: Context<Env>, sandbox: Sandbox): TiktokSession {
  const session = authenticate(context, sandbox)
  if (!session.scopes.includes('video.upload')) requireScope(session, 'video.publish')
  return session
}

async function getOwnPublication(
  context: Context<Env>,
  sandbox: Sandbox,
  session: TiktokSession,
): Promise<Readonly<Publication>> {
  requireJson(context)
  const body: unknown = await context.req.json().catch(() => null)
  const id = (body as { publish_id?: unknown } | null)?.publish_id
  const publication = typeof id === 'string' ? sandbox.state.publications.get(id) : undefined
  if (!publication)
    throw new TiktokError(400, 'invalid_publish_id', 'The publish_id does not exist')
  if (publication.account_id !== session.account.id) {
    throw new TiktokError(
      400,
      'token_not_authorized_for_specified_publish_id',
      'The access token does not belong to the publish_id',
    )
  }
  return publication
}
