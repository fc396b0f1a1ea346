import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { MediaReference, ThreadPart } from '../../database/post-tables.ts'
import { clientName, readCommonView, unknownLinkView } from '../connect/flow/open.ts'
import type { Brand, ClosedView } from '../connect/flow/views.ts'
import { findMediaByIds } from '../media/queries.ts'
import { isDecidable, isLate, versionOf, type WholePost } from '../posts/approval.ts'
import { listTargets, selectAskedPosts, selectAskedPostsWithinBytes } from '../posts/queries.ts'
import { statusOf } from '../sent-pages/kind.ts'
import { findPageByToken } from '../sent-pages/queries.ts'
import { type ApprovalLinkRow, approvalKind } from './link.ts'

/** What the client sees of an approval link that is open. */
export type ApprovalView = {
  state: 'approval'
  brand: Brand
  language: string | null
  timeZone: string
  token: string
  posts: ApprovalPost[]
  expiresAt: Date
}

export type ApprovalPost = {
  id: string
  /**
   * `over`: it was published, or that has begun. `gone`: it was canceled, or needs no approval any more. `large`:
   * the page would be too large with it, so it has no content and cannot be decided.
   */
  state: 'awaiting' | 'approved' | 'changes_requested' | 'over' | 'gone' | 'large'
  version: string
  /** An approval publishes it immediately. */
  isLate: boolean
  isDraft: boolean
  /** It is published at its time without a decision. */
  isPublishedLate: boolean
  scheduledAt: Date | null
  comment: string | null
  cards: PreviewCard[]
}

/** The same content on one account or several. */
export type PreviewCard = {
  accounts: { platform: PlatformValue; name: string }[]
  /** The network shows the pictures first, and the text as their caption. */
  isCaption: boolean
  parts: PreviewPart[]
  firstComment: string | null
}

export type PreviewPart = { text: string; media: PreviewMedia[] }

export type PreviewMedia = { id: string; type: 'image' | 'video'; altText: string }

/** The view of the page with this token. Changes nothing. */
export async function viewApproval(
  ctx: Context,
  token: string,
): Promise<{ link: ApprovalLinkRow | null; view: ApprovalView | ClosedView }> {
  const link = await findPageByToken(ctx.db.query, approvalKind, token)
  if (!link) return { link: null, view: unknownLinkView() }
  const common = await readCommonView(ctx, link)
  const now = ctx.clock.now()
  const status = statusOf(approvalKind, link, now)
  if (status !== 'open') {
    const state = `approval_${status}` as const
    return { link: null, view: { ...common, state, backUrl: null, isInvited: false } }
  }
  return {
    link,
    view: {
      ...common,
      state: 'approval',
      timeZone: link.time_zone ?? (await timeZoneOf(ctx, link)),
      token,
      posts: await viewPosts(ctx, link, now),
      expiresAt: link.expires_at,
    },
  }
}

async function timeZoneOf(ctx: Context, link: ApprovalLinkRow): Promise<string> {
  const profile = await ctx.db.query
    .selectFrom('profile')
    .select('time_zone')
    .where('owner_id', '=', link.owner_id)
    .where('id', '=', link.profile_id)
    .executeTakeFirst()
  return profile?.time_zone ?? 'UTC'
}

async function viewPosts(ctx: Context, link: ApprovalLinkRow, now: Date): Promise<ApprovalPost[]> {
  const posts = await selectAskedPostsWithinBytes(ctx.db.query, link, link.post_ids).execute()
  const asked = await selectAskedPosts(ctx.db.query, link, link.post_ids)
    .clearSelect()
    .select('post.id')
    .execute()
  const targets = await listTargets(
    ctx.db.query,
    posts.map(({ id }) => id),
  )
  const wholes = posts.map((post) => ({
    post,
    targets: targets.filter(({ post_id }) => post_id === post.id),
  }))
  const accounts = await findNames(ctx, wholes)
  const media = await findMedia(ctx, wholes)
  let bytes = 0
  return link.post_ids.map((id) => {
    const whole = wholes.find(({ post }) => post.id === id)
    if (!whole) return withoutContent(id, asked.some((post) => post.id === id) ? 'large' : 'gone')
    const cards = cardsOf(whole, { accounts, media })
    bytes += shownBytesOf(cards, limits.page.contentBytesMax - bytes)
    if (bytes > limits.page.contentBytesMax) return withoutContent(id, 'large')
    return viewPost(whole, cards, now)
  })
}

/** About what a picture or an account adds to the page, without what its author writes. */
const elementBytes = 400

/** What the cards add to the page, as far as it is of interest: not more is counted than beyond `max`. */
function shownBytesOf(cards: readonly PreviewCard[], max: number): number {
  let bytes = 0
  for (const { accounts, parts, firstComment } of cards) {
    bytes += accounts.length * elementBytes + escapedBytesOf(firstComment ?? '')
    for (const { text, media } of parts) {
      bytes += elementBytes + escapedBytesOf(text)
      for (const { altText } of media) bytes += elementBytes + escapedBytesOf(altText)
      if (bytes > max) return bytes
    }
  }
  return bytes
}

/** In HTML, where `"` takes six characters. */
function escapedBytesOf(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0)
}

function withoutContent(id: string, state: 'gone' | 'large'): ApprovalPost {
  return {
    id,
    state,
    version: '',
    isLate: false,
    isDraft: false,
    isPublishedLate: false,
    scheduledAt: null,
    comment: null,
    cards: [],
  }
}

type Found = {
  accounts: ReadonlyMap<string, string>
  media: ReadonlyMap<string, { type: 'image' | 'video'; alt_text: string | null }>
}

function viewPost(whole: WholePost, cards: PreviewCard[], now: Date): ApprovalPost {
  const { post } = whole
  return {
    id: post.id,
    state: isDecidable(whole) ? post.approval! : 'over',
    version: versionOf(whole),
    isLate: isLate(whole, now),
    isDraft: post.status === 'draft',
    isPublishedLate: post.approval_if_late === 'publish',
    scheduledAt: post.scheduled_at,
    comment: post.approval_comment,
    cards,
  }
}

const captioned: readonly string[] = ['instagram', 'tiktok']

/** A card for each different content; a post without accounts has one. */
function cardsOf({ post, targets }: WholePost, { accounts, media }: Found): PreviewCard[] {
  const partOf = (part: ThreadPart): PreviewPart => ({
    text: part.text,
    media: part.media.flatMap(({ id, alt_text }) => {
      const file = media.get(id)
      return file ? [{ id, type: file.type, altText: alt_text ?? file.alt_text ?? '' }] : []
    }),
  })
  if (targets.length === 0) {
    const parts = [post, ...post.thread].map(partOf)
    return [{ accounts: [], isCaption: false, parts, firstComment: null }]
  }
  // Only what differs from the post: its long texts are not written again for each target.
  const [ownMedia, ownThread] = [JSON.stringify(post.media), JSON.stringify(post.thread)]
  const differing = (value: unknown, own: string) => {
    const written = value === null ? own : JSON.stringify(value)
    return written === own ? null : written
  }
  const contents = Map.groupBy(targets, ({ platform, text, media, thread, first_comment }) =>
    JSON.stringify([
      captioned.includes(platform),
      text === post.text ? null : text,
      differing(media, ownMedia),
      differing(thread, ownThread),
      first_comment,
    ]),
  )
  return [...contents.values()].map((same) => {
    const target = same[0]!
    return {
      accounts: same.map(({ platform, account_id }) => ({
        platform: platform as PlatformValue,
        name: accounts.get(account_id) ?? '',
      })),
      isCaption: captioned.includes(target.platform),
      parts: [
        { text: target.text ?? post.text, media: target.media ?? post.media },
        ...(target.thread ?? post.thread),
      ].map(partOf),
      firstComment: target.first_comment,
    }
  })
}

async function findNames(ctx: Context, wholes: readonly WholePost[]): Promise<Map<string, string>> {
  const ids = new Set(wholes.flatMap(({ targets }) => targets.map((target) => target.account_id)))
  if (ids.size === 0) return new Map()
  const rows = await ctx.db.query
    .selectFrom('account')
    .select(['id', 'platform', 'username', 'display_name', 'profile_url'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, clientName(row)]))
}

async function findMedia(ctx: Context, wholes: readonly WholePost[]) {
  const rows = await findMediaByIds(ctx.db.query, [...new Set(wholes.flatMap(mediaIdsOf))])
  return new Map(rows.map((row) => [row.id, row]))
}

function mediaIdsOf({ post, targets }: WholePost): string[] {
  const parts = [post, ...targets].flatMap(({ media, thread }) => [
    ...((media ?? []) as MediaReference[]),
    ...((thread ?? []) as ThreadPart[]).flatMap((part) => part.media),
  ])
  return parts.map(({ id }) => id)
}
