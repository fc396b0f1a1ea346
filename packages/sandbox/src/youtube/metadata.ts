import { z } from 'zod'
import { badRequest, type YoutubeError } from './errors.ts'
import { defaultStatus, type VideoSnippet, type VideoStatus } from './videos.ts'

const snippetBody = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  categoryId: z.string().optional(),
})
const statusBody = z.object({
  privacyStatus: z.enum(['public', 'unlisted', 'private']).optional(),
  publishAt: z.string().optional(),
  license: z.enum(['youtube', 'creativeCommon']).optional(),
  embeddable: z.boolean().optional(),
  publicStatsViewable: z.boolean().optional(),
  selfDeclaredMadeForKids: z.boolean().optional(),
  containsSyntheticMedia: z.boolean().optional(),
})

const TITLE_MAX = 100
const DESCRIPTION_BYTES_MAX = 5_000
const TAGS_MAX = 500
const hasBrackets = (text: string) => /[<>]/.test(text)

/** Checks what is sent as `snippet` (youtube.md §4.3). */
export function readSnippet(value: unknown): VideoSnippet {
  const { data } = snippetBody.safeParse(value ?? {})
  if (!data) throw badRequest('invalidVideoMetadata', 'The request metadata is invalid.')
  const { title = '', description = '', tags = [], categoryId = '' } = data
  if (title.trim() === '' || [...title].length > TITLE_MAX || hasBrackets(title)) {
    throw badRequest('invalidTitle', 'The request metadata specifies an invalid or empty title.')
  }
  if (Buffer.byteLength(description) > DESCRIPTION_BYTES_MAX || hasBrackets(description)) {
    throw badRequest('invalidDescription', 'The request specifies an invalid description.')
  }
  if (tagsLength(tags) > TAGS_MAX) {
    throw badRequest('invalidTags', 'The request metadata specifies invalid keywords.')
  }
  if (!/^\d{1,3}$/.test(categoryId)) {
    throw badRequest('invalidCategoryId', 'The snippet.categoryId property is invalid.')
  }
  return { title, description, tags, categoryId }
}

/** Commas count, and a tag with a space counts two more. */
function tagsLength(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0))
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1))
}

/** What is absent falls back to its default: a video without `privacyStatus` is public. */
export function readStatus(value: unknown): VideoStatus {
  const { data } = statusBody.safeParse(value ?? {})
  if (!data) throw badRequest('invalidVideoMetadata', 'The request metadata is invalid.')
  if (data.publishAt !== undefined && data.privacyStatus !== 'private') {
    throw badRequest('invalidPublishAt', 'The request metadata specifies an invalid publishAt.')
  }
  const given = Object.entries(data).filter(([, member]) => member !== undefined)
  return { ...defaultStatus, ...Object.fromEntries(given) }
}

export function mediaBodyRequired(): YoutubeError {
  return badRequest('mediaBodyRequired', 'The request does not include the video content.')
}
