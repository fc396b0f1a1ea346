import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { type ErrorDetail, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { MediaReference, ThreadPart } from '../../database/post-tables.ts'
import { accountTextLimits } from '../../platforms/contract/account-limits.ts'
import { checkTextLength, isBlank } from '../../platforms/contract/check-text.ts'
import { errorFinding } from '../../platforms/contract/findings.ts'
import { laterPartOptions } from '../../platforms/contract/options.ts'
import { missingPermission } from '../../platforms/contract/permissions.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type {
  PostContent,
  PostMedia,
  PublishAbility,
  PublishFinding,
} from '../../platforms/contract/publish.ts'
import { mediaIdsOf, type PlannedTarget, type PostPlan } from './plan.ts'
import { mediaPathsOf } from './thread.ts'

export type TargetFindings = { target: PlannedTarget; index: number; findings: PublishFinding[] }

/** Checks each target against its platform's rules; findings carry limit and actual value. */
export async function checkPlan(ctx: Context, plan: PostPlan): Promise<TargetFindings[]> {
  const media = await loadMediaFacts(ctx, plan)
  const all: TargetFindings[] = []
  for (const [index, target] of plan.targets.entries()) {
    // Counting long texts takes milliseconds for each target, between which others have their turn.
    if (index > 0) await setImmediate()
    all.push({ target, index, findings: checkTarget(ctx, target, media) })
  }
  return all
}

function checkTarget(
  ctx: Context,
  target: PlannedTarget,
  media: ReadonlyMap<string, PostMedia>,
): PublishFinding[] {
  const platform = ctx.platforms.get(target.account.platform)
  const ability = platform?.publish
  if (!ability) return [notConfigured(target)]
  return [
    ...target.threadFindings,
    ...checkParts(ability, target, media),
    ...(target.published.firstComment === null ? [] : checkFirstComment(platform, target)),
  ]
}

/** Each part is checked like a post. Paths are those of the request, also where `join` moved media. */
function checkParts(
  ability: PublishAbility,
  target: PlannedTarget,
  media: ReadonlyMap<string, PostMedia>,
): PublishFinding[] {
  const { account, content, published, options } = target
  const check = (part: ThreadPart, partOptions: PostContent['options']) => {
    const files = part.media.map((reference) => withAltText(media, reference))
    return ability.check({ text: part.text, media: files, options: partOptions }, account.facts)
  }
  const laterOptions = laterPartOptions(ability.options, options)
  const mediaPaths = mediaPathsOf(content)
  const findings = check(published, options).map((finding) => ({
    ...finding,
    path: finding.path.replace(/^media\.(\d+)/, (_, index) => mediaPaths[Number(index)]!),
  }))
  const isEmpty = (part: ThreadPart) => isBlank(part.text) && part.media.length === 0
  return [
    ...findings,
    ...content.thread.flatMap((part, index) => (isEmpty(part) ? [emptyPart(index)] : [])),
    ...published.thread.flatMap((part, index) =>
      isEmpty(part)
        ? []
        : check(part, laterOptions).map((finding) => ({
            ...finding,
            path: `thread.${index}.${finding.path}`,
          })),
    ),
  ]
}

/** Throws 422 if the plan cannot be published: accounts are checked first, then the content. */
export async function requirePublishable(ctx: Context, plan: PostPlan): Promise<void> {
  for (const [index, { account }] of plan.targets.entries()) {
    const param = `targets.${index}.account_id`
    if (account.status !== 'connected') throw new ServiceError('account_not_connected', { param })
    const platform = ctx.platforms.get(account.platform)
    const missing = platform && missingPermission(platform, account.permissions_granted, 'publish')
    if (missing) {
      throw new ServiceError('permission_missing', {
        details: [
          {
            path: param,
            code: 'permission_missing',
            message: `The account has not granted ${missing}. Send the client a connect link to grant it.`,
            permission: missing,
            account_id: account.id,
          },
        ],
      })
    }
  }
  const details = (await checkPlan(ctx, plan)).flatMap(({ index, findings }) =>
    findings
      .filter(({ level }) => level === 'error')
      .map((finding) => toErrorDetail(index, finding)),
  )
  if (details.length > 0) throw new ServiceError('content_invalid', { details })
}

/** A first comment needs what a reply needs; a problem must be found before the post is public. */
function checkFirstComment(
  platform: Platform,
  { account, content, published }: PlannedTarget,
): PublishFinding[] {
  const { publish, comments, name } = platform
  const isThread = content.firstComment === null
  const path = isThread ? 'thread' : 'first_comment'
  if (!publish?.comment || !comments) {
    const message = isThread
      ? `${name} does not support first comments. Set thread_fallback to join.`
      : 'This platform does not support first comments. Remove it.'
    return [errorFinding({ path, code: 'not_supported', message })]
  }
  const missing = missingPermission(platform, account.permissions_granted, 'reply')
  if (missing) {
    const remedy = isThread ? 'Set thread_fallback to join' : 'Remove the first comment'
    const message = `The account has not granted ${missing}, which first comments need. ${remedy}, or send the client a connect link.`
    return [errorFinding({ path, code: 'permission_missing', message })]
  }
  const text = published.firstComment ?? ''
  const max = limits.post.firstCommentCharsMax
  if (text.length > max) {
    const message = `The first comment is too long. It can have ${max} characters. Shorten the thread, or set thread_fallback to join.`
    const facts = { limit: max, actual: text.length }
    return [errorFinding({ path, code: 'text_too_long', message }, facts)]
  }
  const textLimits = accountTextLimits(comments.replyText, account.facts)
  return checkTextLength({ path, subject: 'The first comment', platform: name }, text, textLimits)
}

function toErrorDetail(index: number, finding: PublishFinding): ErrorDetail {
  const { path, code, message, limit, actual } = finding
  return { path: `targets.${index}.${path}`, code, message, limit, actual }
}

function notConfigured(target: PlannedTarget): PublishFinding {
  const message = `${target.account.platform} is not configured on this installation. Set its app credentials first.`
  return errorFinding({ path: 'account_id', code: 'platform_not_configured', message })
}

function emptyPart(index: number): PublishFinding {
  const message = 'This part is empty. Add text or media, or remove it.'
  return errorFinding({ path: `thread.${index}.text`, code: 'text_required', message })
}

/** Type, size and dimensions of the media; a check never reads the bytes. */
async function loadMediaFacts(ctx: Context, plan: PostPlan): Promise<Map<string, PostMedia>> {
  const ids = mediaIdsOf(plan)
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.query
    .selectFrom('media')
    .select(['id', 'type', 'mime_type', 'size', 'width', 'height', 'duration_ms', 'alt_text'])
    .select(['frame_count', 'frame_rate', 'color_space'])
    .where('profile_id', '=', plan.profileId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        type: row.type,
        mimeType: row.mime_type,
        size: Number(row.size),
        width: row.width,
        height: row.height,
        durationMs: row.duration_ms,
        frameCount: row.frame_count,
        frameRate: row.frame_rate,
        colorSpace: row.color_space,
        altText: row.alt_text,
        url: '',
        read: async () => Buffer.alloc(0),
      },
    ]),
  )
}

/** The media as it is published: without an alternative text of its own, the post uses that of the file. */
function withAltText(
  media: ReadonlyMap<string, PostMedia>,
  { id, alt_text }: MediaReference,
): PostMedia {
  const file = media.get(id)!
  return { ...file, altText: alt_text ?? file.altText }
}
