import type { Context } from 'hono'
import { type ZodType, z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import type { Publication } from '../core/content.ts'
import { decimalId, token } from '../core/ids.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { countSince } from '../publishing/posts.ts'
import { creatorProblem, disabledFeatures, privacyOptions } from './creator.ts'
import { invalidParam, limitRate, requireJson } from './limits.ts'
import { pullFiles } from './progress.ts'
import { TiktokError } from './responses.ts'
import { authenticate, requireScope, type TiktokSession } from './session.ts'
import { settingsOf } from './settings.ts'
import { checkPullUrl, checkSource, type VideoSource, videoSource } from './source.ts'

const INITS_PER_MINUTE = 6
const PENDING_SHARES_MAX = 5
const PHOTOS_MAX = 35

const toggles = {
  disable_comment: z.boolean().optional(),
  brand_content_toggle: z.boolean().optional(),
  brand_organic_toggle: z.boolean().optional(),
}
const videoBody = z.object({
  post_info: z.object({
    title: z.string().max(2200).optional(),
    privacy_level: z.string().optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    video_cover_timestamp_ms: z.int().optional(),
    is_aigc: z.boolean().optional(),
    ...toggles,
  }),
  source_info: videoSource,
})
const photoBody = z.object({
  post_info: z.object({
    title: z.string().max(90).optional(),
    description: z.string().max(4000).optional(),
    privacy_level: z.string().optional(),
    auto_add_music: z.boolean().optional(),
    ...toggles,
  }),
  source_info: z.object({
    source: z.literal('PULL_FROM_URL'),
    photo_cover_index: z.int().min(0),
    photo_images: z.array(z.string()).min(1).max(PHOTOS_MAX),
  }),
  post_mode: z.enum(['DIRECT_POST', 'MEDIA_UPLOAD']),
  media_type: z.literal('PHOTO'),
})

type PostInfo = z.infer<typeof photoBody>['post_info'] &
  Pick<z.infer<typeof videoBody>['post_info'], 'disable_duet' | 'disable_stitch'> & {
    isVideo: boolean
  }

async function readJson<T>(context: Context<Env>, schema: ZodType<T>): Promise<T> {
  requireJson(context)
  const parsed = schema.safeParse(await context.req.json().catch(() => null))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidParam(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** `POST /v2/post/publish/video/init/` (tiktok.md §5.2). */
export async function initVideo(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const session = startInit(context, sandbox, 'video.publish')
  const body = await readJson(context, videoBody)
  checkDirectPost(sandbox, session, { ...body.post_info, isVideo: true })
  checkSource(sandbox, body.source_info)
  return createPublication(sandbox, session, 'video', body.source_info, {
    title: body.post_info.title ?? '',
    privacy: body.post_info.privacy_level ?? '',
  })
}

/** `POST /v2/post/publish/inbox/video/init/`: uploads a draft (tiktok.md §5.6). */
export async function initInbox(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const session = startInit(context, sandbox, 'video.upload')
  const { source_info } = await readJson(context, z.object({ source_info: videoSource }))
  checkSource(sandbox, source_info)
  checkPending(sandbox, session)
  return createPublication(sandbox, session, 'inbox', source_info, {})
}

/** `POST /v2/post/publish/content/init/`: publishes photos (tiktok.md §5.5). */
export async function initPhotos(context: Context<Env>, sandbox: Sandbox): Promise<string> {
  const session = startInit(context, sandbox, null)
  const body = await readJson(context, photoBody)
  const direct = body.post_mode === 'DIRECT_POST'
  requireScope(session, direct ? 'video.publish' : 'video.upload')
  if (direct) checkDirectPost(sandbox, session, { ...body.post_info, isVideo: false })
  else checkPending(sandbox, session)
  const { photo_images, photo_cover_index } = body.source_info
  if (photo_cover_index >= photo_images.length)
    throw invalidParam('photo_cover_index is out of range')
  for (const url of photo_images) checkPullUrl(sandbox, url)
  return createPublication(
    sandbox,
    session,
    direct ? 'photo' : 'inbox',
    { source: 'PULL_FROM_URL' },
    {
      title: body.post_info.title ?? '',
      description: body.post_info.description ?? '',
      privacy: body.post_info.privacy_level ?? '',
      urls: photo_images,
    },
  )
}

function startInit(context: Context<Env>, sandbox: Sandbox, scope: string | null): TiktokSession {
  const session = authenticate(context, sandbox)
  if (scope) requireScope(session, scope)
  limitRate(sandbox, session, 'init', INITS_PER_MINUTE)
  return session
}

/** Checks the limits and privacy rules of direct posts (tiktok.md §2, §5.1). */
function checkDirectPost(sandbox: Sandbox, session: TiktokSession, info: PostInfo): void {
  const privacy = info.privacy_level
  const problem = creatorProblem(sandbox, session)
  if (problem) throw new TiktokError(403, problem, 'The user cannot post at this time')
  if (!privacy || !privacyOptions(session.account).includes(privacy)) {
    throw new TiktokError(
      403,
      'privacy_level_option_mismatch',
      'privacy_level is not one of the options of creator_info',
    )
  }
  checkToggles(session, info)
  if (
    !settingsOf(sandbox).tiktok_audited &&
    (!session.account.is_private || privacy !== 'SELF_ONLY')
  ) {
    throw new TiktokError(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Please review our integration guidelines',
    )
  }
}

/**
 * `brand_content_toggle` is required, branded content is never private, and features that the
 * creator disabled must be sent as disabled (tiktok.md §5.1, §5.2). The error code is from memory.
 */
function checkToggles({ account }: TiktokSession, info: PostInfo): void {
  if (info.brand_content_toggle === undefined) {
    throw invalidParam('brand_content_toggle is required')
  }
  if (info.brand_content_toggle && info.privacy_level === 'SELF_ONLY') {
    throw invalidParam('Branded content visibility cannot be set to private')
  }
  const off = disabledFeatures(account)
  for (const name of ['comment', 'duet', 'stitch'] as const) {
    // Photos have no duet and stitch toggles.
    const applies = info.isVideo || name === 'comment'
    if (off[name] && applies && info[`disable_${name}`] !== true) {
      throw invalidParam(`disable_${name} must be true for this creator`)
    }
  }
}

function checkPending(sandbox: Sandbox, session: TiktokSession): void {
  const drafts = sandbox.state.publications
    .by('account', session.account.id)
    .filter((publication) => publication.kind === 'inbox')
  if (countSince(drafts, sandbox.clock.ms() - DAY_MS) < PENDING_SHARES_MAX) return
  throw new TiktokError(
    403,
    'spam_risk_too_many_pending_share',
    'There may be at most 5 pending shares within any 24-hour period',
  )
}

function createPublication(
  sandbox: Sandbox,
  session: TiktokSession,
  kind: Publication['kind'],
  source: VideoSource,
  facts: Partial<Publication>,
): string {
  const upload = source.source === 'FILE_UPLOAD'
  const publication = sandbox.state.publications.put({
    id: publishId(kind, upload),
    account_id: session.account.id,
    kind,
    source: source.source,
    title: '',
    description: '',
    privacy: '',
    urls: source.video_url ? [source.video_url] : [],
    video_size: source.video_size ?? 0,
    chunk_size: source.chunk_size ?? 0,
    total_chunks: source.total_chunk_count ?? 0,
    upload_token: token('', 24),
    uploaded: 0,
    created_at: sandbox.clock.ms(),
    ready_at: null,
    moderated_at: null,
    outcome: 'running',
    fail_reason: null,
    media_ids: [],
    post_id: null,
    ...facts,
  })
  if (!upload) {
    void pullFiles(sandbox, publication.id)
    return JSON.stringify({ publish_id: publication.id })
  }
  const query = new URLSearchParams({
    upload_id: decimalId('6', 12),
    upload_token: publication.upload_token,
  })
  const upload_url = `${sandbox.origin()}/tiktok/upload/video/?${query}`
  return JSON.stringify({ publish_id: publication.id, upload_url })
}

function publishId(kind: Publication['kind'], upload: boolean): string {
  const prefix = kind === 'photo' ? 'p_pub' : kind === 'inbox' ? 'v_inbox' : 'v_pub'
  return `${prefix}_${upload ? 'file' : 'url'}~v2-1.${decimalId('7', 19)}`
}
