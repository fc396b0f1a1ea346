import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FindInput,
  PrepareResult,
  PublishAbility,
  PublishedPost,
  PublishInput,
} from '../contract/publish.ts'
import { htmlToText } from '../wire/html-text.ts'
import { type PostBody, type SiteApi, type SitePost, siteApi, userIdOf } from './api.ts'
import { checkWordpress } from './check.ts'
import { comparableText, contentHtml, escapeHtml, titleOf } from './content.ts'
import { codeOf, isNotFound } from './errors.ts'
import { wordpressOptions } from './options.ts'
import { findCategories, findOrCreateTag } from './terms.ts'
import { uploadFile } from './upload.ts'

/** Allowed difference between the site's clock and ours. */
const clockToleranceMs = 2 * 60_000

/** Each id is stored before the next call that writes. */
const stepsShape = z.object({
  files: z
    .array(z.object({ id: z.string(), url: z.string(), isDescribed: z.boolean() }))
    .default([]),
  categories: z.array(z.int()).nullable().default(null),
  tags: z.array(z.int()).default([]),
  /** The post, a draft until the commit. */
  postId: z.string().nullable().default(null),
  commitsNotReady: z.int().default(0),
})
type Steps = z.infer<typeof stepsShape>

/**
 * Publishing as a draft that becomes public: the draft's own id proves whether the commit happened
 * (wordpress.md §3).
 */
export function wordpressPublish(setup: ServerPlatformSetup): PublishAbility {
  const apiOf = ({ tokens }: Pick<PublishInput, 'tokens'>) => siteApi(setup, tokens)
  const find: PublishAbility['find'] = (input) => findCommitted(apiOf(input), input)
  return {
    options: wordpressOptions,
    check: checkWordpress,
    prepare: (input) => prepare(apiOf(input), input),
    commit: (input) => commit(apiOf(input), input),
    proofOf: () => ({ by: 'container' }),
    find,
    findRefused: find,
    discard: (input) => discard(apiOf(input), input),

    /** The site refuses the same comment twice, so a refused one was written. */
    comment: async (input) => {
      const content = escapeHtml(input.text)
      try {
        await apiOf(input).createComment({ post: Number(input.platformPostId), content })
      } catch (err) {
        if (codeOf(err) !== 'comment_duplicate') throw err
      }
    },

    readPermalink: async (input) => (await apiOf(input).readPost(input.platformPostId)).link,
    remove: async (input) => await remove(apiOf(input), input.platformPostId),
  }
}

/** One step towards the draft, with at most one writing call: a file, its description, a tag, the draft. */
async function prepare(api: SiteApi, input: PublishInput): Promise<PrepareResult> {
  const { media, options } = input.content
  const { categories = [], tags = [] } = wordpressOptions.parse(options)
  const steps = stepsShape.parse(input.progress)
  if (steps.postId !== null) return await checkDraft(api, steps, steps.postId)
  const index = steps.files.findIndex(({ isDescribed }) => !isDescribed)
  if (index >= 0) {
    const file = steps.files[index]!
    await api.describeMedia(file.id, media[index]!.altText!)
    return next({ ...steps, files: steps.files.with(index, { ...file, isDescribed: true }) })
  }
  const nextFile = media[steps.files.length]
  if (nextFile) {
    const { id, source_url: url } = await uploadFile(api, nextFile)
    if (!url) throw new PlatformError('unavailable', { cause: new Error('a file has no URL') })
    const isDescribed = !nextFile.altText
    return next({ ...steps, files: [...steps.files, { id, url, isDescribed }] })
  }
  if (steps.categories === null) {
    const ids = await findCategories(api, categories)
    if (ids.length > 0) return next({ ...steps, categories: ids })
  }
  const tag = tags[steps.tags.length]
  if (tag !== undefined) {
    return next({ ...steps, tags: [...steps.tags, await findOrCreateTag(api, tag)] })
  }
  const found = await api.findDraft(draftSlug(input))
  const { id } = found ?? (await api.createPost(draftBody(input, steps)))
  return next({ ...steps, postId: id })
}

function next(progress: Steps): PrepareResult {
  return { state: 'wait', progress, seconds: 0 }
}

/**
 * If somebody deleted the draft, another one is created. The site would publish one in the trash, which
 * its owner does not want.
 */
async function checkDraft(api: SiteApi, steps: Steps, id: string): Promise<PrepareResult> {
  const isThere = (await readIfThere(api, id)) !== null
  return isThere ? { state: 'ready', progress: steps } : next({ ...steps, postId: null })
}

/** Finds the draft again if the response to its creation was lost. WordPress keeps these characters. */
function draftSlug({ key }: PublishInput): string {
  return `postern-${key.id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}

function draftBody(input: PublishInput, steps: Steps): PostBody {
  const { text, media, options } = input.content
  const { excerpt, comment_status, featured_image } = wordpressOptions.parse(options)
  const files = steps.files.map((file, index) => ({ ...file, ...pick(media[index]!) }))
  // Most themes show the featured image above the text, where it would be there twice.
  const cover = featured_image ? files.find(({ type }) => type === 'image') : undefined
  const shown = files.filter((file) => file !== cover)
  return {
    status: 'draft',
    slug: draftSlug(input),
    title: escapeHtml(titleFor(input)),
    content: contentHtml(text, shown),
    ...(excerpt ? { excerpt: escapeHtml(excerpt) } : {}),
    ...(steps.categories?.length ? { categories: steps.categories } : {}),
    ...(steps.tags.length > 0 ? { tags: steps.tags } : {}),
    ...(cover ? { featured_media: Number(cover.id) } : {}),
    ...(comment_status ? { comment_status } : {}),
  }
}

function pick({ type, altText }: PublishInput['content']['media'][number]) {
  return { type, altText }
}

function titleFor({ content }: Pick<PublishInput, 'content'>): string {
  return wordpressOptions.parse(content.options).title ?? titleOf(content.text)
}

/** Without a slug of the person WordPress makes one of the title. */
async function commit(api: SiteApi, input: PublishInput): Promise<CommitResult> {
  const { postId } = stepsShape.parse(input.progress)
  if (postId === null) throw new PlatformError('not_ready')
  const { slug = '' } = wordpressOptions.parse(input.content.options)
  try {
    const post = await api.changePost(postId, { status: 'publish', slug })
    if (post.status === 'publish') return toPost(post)
  } catch (err) {
    // Somebody deleted the draft.
    if (isNotFound(err)) throw new PlatformError('not_ready', { cause: err })
    throw err
  }
  const platformMessage = 'The site kept the post back. A plugin may require a review.'
  throw new PlatformError('rejected', { reason: 'content_rejected', platformMessage })
}

/** The draft tells whether it is public. One that is gone was deleted by somebody, before or after. */
async function findCommitted(api: SiteApi, input: FindInput): Promise<CommitLookup> {
  const { postId } = stepsShape.parse(input.progress)
  if (postId !== null) {
    const post = await readIfThere(api, postId)
    if (post?.status === 'publish') return toPost(post)
    return { state: 'absent', certain: post !== null }
  }
  if (!input.isProgressOld) return { state: 'absent', certain: true }
  if (await api.findDraft(draftSlug(input))) return { state: 'absent', certain: true }
  return (await findPublished(api, input)) ?? { state: 'absent', certain: false }
}

/** The one post among the latest that has our title and text. */
async function findPublished(api: SiteApi, input: FindInput): Promise<PublishedPost | null> {
  const from = input.committedAt.getTime() - clockToleranceMs
  const isOurs = ({ date_gmt, title, content }: SitePost) =>
    (date_gmt?.getTime() ?? 0) >= from &&
    isSame(htmlToText(title.raw ?? title.rendered), titleFor(input)) &&
    isSame(htmlToText(content.raw ?? content.rendered), input.content.text)
  const [post, another] = (await api.listLatestPosts(userIdOf(input.account))).filter(isOurs)
  return post && !another ? toPost(post) : null
}

function isSame(left: string, right: string): boolean {
  return comparableText(left) === comparableText(right)
}

/** Deletes the draft and its files for good, unless the post is public. */
async function discard(api: SiteApi, input: PublishInput): Promise<void> {
  const { postId, files } = stepsShape.parse(input.progress)
  const post = postId ? await readIfThere(api, postId) : await api.findDraft(draftSlug(input))
  if (post?.status === 'publish') return
  if (post) await api.deletePost(post.id, true)
  for (const { id } of files) await ignoreMissing(api.deleteMedia(id))
}

/** `null` if the post is gone or in the trash. */
async function readIfThere(api: SiteApi, id: string): Promise<SitePost | null> {
  try {
    const post = await api.readPost(id)
    return post.status === 'trash' ? null : post
  } catch (err) {
    if (isNotFound(err)) return null
    throw err
  }
}

/** Into the trash, where the owner of the site can restore it; for good where the trash is switched off. */
async function remove(api: SiteApi, id: string): Promise<'removed' | 'not_found'> {
  try {
    await api.deletePost(id, false)
    return 'removed'
  } catch (err) {
    if (isNotFound(err) || codeOf(err) === 'rest_already_trashed') return 'not_found'
    if (codeOf(err) !== 'rest_trash_not_supported') throw err
    await api.deletePost(id, true)
    return 'removed'
  }
}

async function ignoreMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion
  } catch (err) {
    if (!isNotFound(err)) throw err
  }
}

function toPost({ id, link }: SitePost): PublishedPost {
  return { state: 'published', platformPostId: id, permalink: link }
}
