import type { Media } from '@postern/sdk'
import { useState } from 'react'
import {
  type Attachment,
  type Composition,
  mediaKeysOf,
  type Part,
  variantOf,
} from '../../../post/composition.ts'
import { type Uploads, useUploads } from '../../../post/library/use-uploads.ts'
import { attachmentOfMedia } from '../../../post/post-body.ts'
import { fileNameOf, isVideoName } from './file-name.ts'

export type MediaActions = {
  addFiles: (files: readonly File[]) => void
  addUrl: (url: string) => void
  /** Adds files of the library. */
  addStored: (media: readonly Media[]) => void
  /** Whose library it is. */
  profileId: string | null
  move: (key: string, index: number) => void
  remove: (key: string) => void
  change: (key: string, change: Partial<Attachment>) => void
  /** Replaces the file by a crop of it, for all or only for these accounts. */
  crop: (key: string, file: File, accountIds: readonly string[] | null) => void
  /** Undoes all crops of the file. */
  restore: (key: string) => void
  uploads: Uploads
  /** Whether the last files added exceeded the limit. */
  isFull: boolean
}

/** The account ID of a media list; `null` for a list that all accounts share. */
export type Owner = string | null

/** The actions on a media list: of the post, or of the part of its thread with this key. */
export type MediaOf = (owner: Owner, partKey?: string) => MediaActions

type Location = { owner: Owner; partKey: string | undefined }

type Change = (change: (before: Composition) => Composition) => void

export const mediaMax = LIMITS.post.mediaMax

/** Actions on the media lists of a composition. */
export function useMedia(composition: Composition, change: Change): MediaOf {
  const changeAttachment = (key: string, fields: Partial<Attachment>) =>
    change((before) => {
      const attachment = before.attachments[key]
      if (!attachment) return before
      return {
        ...before,
        attachments: { ...before.attachments, [key]: { ...attachment, ...fields } },
      }
    })
  const uploads = useUploads(composition.profileId, changeAttachment)
  /** The list to which too many files were added. */
  const [fullList, setFullList] = useState<string | null>(null)

  return (owner, partKey) => {
    const location = { owner, partKey }
    const listName = `${owner} ${partKey}`
    const setList = (edit: (keys: string[]) => string[]) =>
      change((before) => withList(before, location, edit(listOf(before, location))))
    const add = (attachments: readonly Attachment[]) => {
      const remaining = mediaMax - listOf(composition, location).length
      const accepted = attachments.slice(0, Math.max(0, remaining))
      setFullList(accepted.length < attachments.length ? listName : null)
      change((before) => {
        const entries = accepted.map((attachment) => [attachment.key, attachment] as const)
        const extended = {
          ...before,
          attachments: { ...before.attachments, ...Object.fromEntries(entries) },
        }
        const keys = accepted.map(({ key }) => key)
        return withList(extended, location, [...listOf(before, location), ...keys])
      })
      return accepted
    }
    return {
      uploads,
      isFull: fullList === listName,
      change: changeAttachment,
      addFiles: (files) => {
        const attachments = add(files.map(attachmentOfFile))
        for (const [index, { key }] of attachments.entries())
          uploads.start(key, { file: files[index]! })
      },
      addStored: (media) => {
        add(media.map((each) => attachmentOfMedia(newKey(), each)))
      },
      profileId: composition.profileId,
      addUrl: (url) => {
        const name = fileNameOf(url)
        const [attachment] = add([newAttachment(name, isVideoName(name))])
        if (attachment) uploads.start(attachment.key, { url })
      },
      move: (key, index) =>
        setList((keys) => {
          const others = keys.filter((other) => other !== key)
          return [...others.slice(0, index), key, ...others.slice(index)]
        }),
      crop: (key, file, accountIds) => {
        const attachment = composition.attachments[key]
        if (!attachment) return
        const original = attachment.original ?? attachment.media
        // The shared list keeps its file when that of an account is cropped.
        const isShared = owner !== null && !isInOneList(composition, key)
        const owners = accountIds ?? (isShared ? [owner] : null)
        if (owners === null) {
          changeAttachment(key, { state: 'uploading', original })
          return uploads.start(key, { file })
        }
        const { key: copyKey } = newAttachment(attachment.name, false)
        const copy: Attachment = { ...attachment, key: copyKey, state: 'uploading', original }
        change((before) =>
          owners.reduce((each, id) => withCopy(each, { owner: id, partKey }, key, copy), before),
        )
        uploads.start(copy.key, { file })
      },
      restore: (key) => {
        uploads.cancel(key)
        changeAttachment(key, {
          media: composition.attachments[key]?.original ?? null,
          original: null,
          state: 'ready',
        })
      },
      remove: (key) => {
        if (isInOneList(composition, key)) uploads.cancel(key)
        setFullList(null)
        setList((keys) => keys.filter((other) => other !== key))
      },
    }
  }
}

function listOf(composition: Composition, { owner, partKey }: Location): string[] {
  const own = owner === null ? null : variantOf(composition, owner)
  if (partKey === undefined) return own?.media ?? composition.media
  const parts = own?.thread ?? composition.thread
  return parts.find(({ key }) => key === partKey)?.media ?? []
}

function isInOneList({ variants, ...shared }: Composition, key: string): boolean {
  const all = [shared, ...Object.values(variants)].flatMap(mediaKeysOf)
  return all.filter((each) => each === key).length < 2
}

/** The composition with this list; an account gets media or a thread of its own. */
function withList(
  composition: Composition,
  { owner, partKey }: Location,
  media: string[],
): Composition {
  const own = owner === null ? null : variantOf(composition, owner)
  const change =
    partKey === undefined
      ? { media }
      : { thread: withMedia(own?.thread ?? composition.thread, partKey, media) }
  if (owner === null || own === null) return { ...composition, ...change }
  return { ...composition, variants: { ...composition.variants, [owner]: { ...own, ...change } } }
}

function withMedia(parts: readonly Part[], partKey: string, media: string[]): Part[] {
  return parts.map((part) => (part.key === partKey ? { ...part, media } : part))
}

/** The list with the copy in the place of the file. */
function withCopy(
  composition: Composition,
  location: Location,
  key: string,
  copy: Attachment,
): Composition {
  const keys = listOf(composition, location).map((each) => (each === key ? copy.key : each))
  const attachments = { ...composition.attachments, [copy.key]: copy }
  return withList({ ...composition, attachments }, location, keys)
}

function attachmentOfFile(file: File): Attachment {
  return newAttachment(file.name || file.type, file.type.startsWith('video/'))
}

let count = 0

function newKey(): string {
  count += 1
  return `${Date.now().toString(36)}-${count}`
}

function newAttachment(name: string, isVideo: boolean): Attachment {
  return {
    key: newKey(),
    name,
    alt: '',
    state: 'uploading',
    type: isVideo ? 'video' : 'image',
    media: null,
  }
}
