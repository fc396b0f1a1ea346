import type { Client, Media, Post, Target } from '@postern/sdk'
import { isPast, toInstant, toLocal } from '../parts/local-time.ts'
import {
  type Attachment,
  type Composition,
  contentOf,
  emptyComposition,
  emptyVariant,
  type JsonValue,
  newPart,
  type Part,
  type StoredMedia,
  type Variant,
  variantOf,
  type When,
} from './composition.ts'
import { withAllowed } from './forbidden.ts'
import { writtenFor } from './written-target.ts'

export type CreateBody = Parameters<Client['posts']['create']>[0]
export type UpdateBody = Parameters<Client['posts']['update']>[1]

/** The request body that creates the post. Files without a finished upload are left out. */
export function toBody(composition: Composition, when: When): CreateBody {
  const at = toInstant(composition.at)
  return {
    ...contentBody(composition, when === 'schedule'),
    mode: when,
    ...(!hasTime(when) || at === null ? {} : { scheduled_at: at }),
    tags: composition.tags,
    metadata: metadataOf(composition) ?? {},
    ...(composition.approval ? { approval: {} } : {}),
    ...(composition.externalId ? { external_id: composition.externalId } : {}),
  }
}

/** The request body that updates a post. Cleared fields are sent as `null`. */
export function toChange(composition: Composition, when: When): UpdateBody {
  const { external_id = null, scheduled_at, ...body } = toBody(composition, when)
  return {
    ...body,
    external_id,
    ...(composition.approval === false ? { approval: null } : {}),
    ...(hasTime(when) ? { scheduled_at: scheduled_at ?? null } : {}),
  }
}

/** Whether the request has the time that was chosen. */
function hasTime(when: When): boolean {
  return when === 'schedule' || when === 'draft'
}

/** The request body for validation. It has no times, so the result does not depend on the clock. */
export function toDryRun(composition: Composition): CreateBody {
  return { ...contentBody(composition, false), mode: 'draft' }
}

/** Parses the metadata field; `null` if it is not a JSON object. */
export function metadataOf({ metadata }: Composition): Record<string, JsonValue> | null {
  if (!metadata.trim()) return {}
  try {
    const value = JSON.parse(metadata) as JsonValue
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, JsonValue>) : null
  } catch {
    return null
  }
}

function contentBody(composition: Composition, hasTimes: boolean): CreateBody {
  const targets = composition.accountIds.map((id) => targetOf(composition, id, hasTimes))
  return {
    text: composition.text,
    media: references(composition, composition.media),
    thread: threadBody(composition, composition.thread),
    thread_fallback: composition.threadFallback,
    ...(targets.length > 0 ? { targets } : {}),
  }
}

function targetOf(composition: Composition, id: string, hasTimes: boolean) {
  const variant = variantOf(composition, id)
  const at = variant.at ? toInstant(variant.at) : null
  const firstComment = contentOf(composition, id).firstComment.trim()
  return {
    account_id: id,
    ...(variant.text === null ? {} : { text: variant.text }),
    ...(variant.media === null ? {} : { media: references(composition, variant.media) }),
    ...(variant.thread === null ? {} : { thread: threadBody(composition, variant.thread) }),
    ...(firstComment ? { first_comment: firstComment } : {}),
    options: variant.options,
    ...(hasTimes && at ? { scheduled_at: at } : {}),
  }
}

function threadBody(composition: Composition, parts: readonly Part[]) {
  return parts.map(({ text, media }) => ({ text, media: references(composition, media) }))
}

function references({ attachments }: Composition, keys: readonly string[]) {
  return keys.flatMap((key) => {
    const attachment = attachments[key]
    return attachment?.media
      ? [{ id: attachment.media.id, alt_text: attachment.alt.trim() || null }]
      : []
  })
}

/** Converts a post of the API for editing. Files that are not in `media` are dropped. */
export function fromPost(post: Post, media: readonly Media[]): Composition {
  const attachments: Record<string, Attachment> = {}
  const addFiles = (references: Post['media']) =>
    references.flatMap(({ id, alt_text }) => {
      const file = media.find((candidate) => candidate.id === id)
      if (!file) return []
      // A file may be in several parts or accounts, with another alt text.
      const key = alt_text ? `${id} ${alt_text}` : id
      attachments[key] = attachmentOf(key, file, alt_text)
      return [key]
    })
  const addParts = (parts: Post['thread']) =>
    parts.map((part) => newPart(part.text, addFiles(part.media)))
  return {
    ...emptyComposition(post.profile_id),
    accountIds: post.targets.map(({ account_id }) => account_id),
    text: post.text,
    media: addFiles(post.media),
    thread: addParts(post.thread),
    threadFallback: post.thread_fallback,
    variants: Object.fromEntries(
      post.targets.map((target) => [
        target.account_id,
        variantFrom(post, target, { attachments, addFiles, addParts }),
      ]),
    ),
    attachments,
    when: post.mode,
    at: post.scheduled_at && post.mode !== 'now' ? toLocal(post.scheduled_at) : '',
    tags: post.tags,
    externalId: post.external_id ?? '',
    metadata: Object.keys(post.metadata).length > 0 ? JSON.stringify(post.metadata, null, 2) : '',
  }
}

/**
 * A copy as a new post: no `external_id`, no times of single accounts, no past time. With an account
 * of the post it is for this one only.
 */
export function duplicateOf(
  post: Post,
  media: readonly Media[],
  accountId: string | null = null,
): Composition {
  const copy = forAccount(fromPost(post, media), accountId)
  const variants = Object.entries(copy.variants).map(([id, variant]) => [
    id,
    { ...variant, at: null },
  ])
  const isOver = isPast(copy.at)
  return {
    ...copy,
    variants: Object.fromEntries(variants),
    when: isOver || copy.when !== 'schedule' ? 'draft' : 'schedule',
    at: isOver ? '' : copy.at,
    externalId: '',
  }
}

/** The text, files and thread that the account had of its own become those of the post. */
function forAccount(composition: Composition, accountId: string | null): Composition {
  if (!accountId || !composition.accountIds.includes(accountId)) return composition
  const variant = variantOf(composition, accountId)
  return {
    ...composition,
    accountIds: [accountId],
    text: variant.text ?? composition.text,
    media: variant.media ?? composition.media,
    thread: variant.thread ?? composition.thread,
    variants: { [accountId]: { ...variant, text: null, media: null, thread: null } },
  }
}

type Adding = {
  attachments: Readonly<Record<string, Attachment>>
  addFiles: (references: Post['media']) => string[]
  addParts: (parts: Post['thread']) => Part[]
}

function variantFrom(post: Post, target: Target, adding: Adding): Variant {
  const { attachments, addFiles, addParts } = adding
  const { text, media, thread, first_comment } = writtenFor(post, target)
  const files = addFiles(media ?? post.media).flatMap((key) => attachments[key] ?? [])
  const postAt = post.mode === 'schedule' ? post.scheduled_at : null
  const hasOwnTime = postAt !== null && target.scheduled_at !== postAt
  return {
    ...emptyVariant,
    text,
    media: media && addFiles(media),
    thread: thread && addParts(thread),
    firstComment: first_comment ?? '',
    options: withAllowed(target.platform, files, target.options),
    at: hasOwnTime && target.scheduled_at ? toLocal(target.scheduled_at) : null,
  }
}

/** A file of the library as an attachment of a new post, which starts with its alt text. */
export function attachmentOfMedia(key: string, media: Media): Attachment {
  return { ...attachmentOf(key, media, media.alt_text), name: media.name ?? '' }
}

function attachmentOf(key: string, media: Media, alt: string | null): Attachment {
  return {
    key,
    name: '',
    alt: alt ?? '',
    state: 'ready',
    type: media.type,
    media: storedFieldsOf(media),
  }
}

/** The fields of an uploaded file that a composition stores. */
export function storedFieldsOf(media: Media): StoredMedia {
  const { id, url, thumbnail_url, jpeg_url, width, height, duration_ms } = media
  return { id, url, thumbnail_url, jpeg_url, width, height, duration_ms }
}
