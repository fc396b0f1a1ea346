import { useState } from 'react'
import { type Attachment, type Composition, variantOf } from '../../../post/composition.ts'
import { fileNameOf, isVideoName } from './file-name.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export type MediaActions = {
  addFiles: (files: readonly File[]) => void
  addUrl: (url: string) => void
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

/** The account ID of a media list; `null` for the list that all accounts share. */
export type Owner = string | null

type Change = (change: (before: Composition) => Composition) => void

export const mediaMax = LIMITS.post.mediaMax

/** Actions on the media lists of a composition. */
export function useMedia(composition: Composition, change: Change): (owner: Owner) => MediaActions {
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
  const [isFull, setIsFull] = useState(false)

  return (owner) => {
    const setList = (edit: (keys: string[]) => string[]) =>
      change((before) => withList(before, owner, edit(listOf(before, owner))))
    const add = (attachments: readonly Attachment[]) => {
      const remaining = mediaMax - listOf(composition, owner).length
      const accepted = attachments.slice(0, Math.max(0, remaining))
      setIsFull(accepted.length < attachments.length)
      change((before) => {
        const entries = accepted.map((attachment) => [attachment.key, attachment] as const)
        const extended = {
          ...before,
          attachments: { ...before.attachments, ...Object.fromEntries(entries) },
        }
        const keys = accepted.map(({ key }) => key)
        return withList(extended, owner, [...listOf(before, owner), ...keys])
      })
      return accepted
    }
    return {
      uploads,
      isFull,
      change: changeAttachment,
      addFiles: (files) => {
        const attachments = add(files.map(attachmentOfFile))
        for (const [index, { key }] of attachments.entries())
          uploads.start(key, { file: files[index]! })
      },
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
        const splitFor = accountIds ?? (isShared ? [owner] : null)
        if (splitFor === null) {
          changeAttachment(key, { state: 'uploading', original })
          return uploads.start(key, { file })
        }
        const { key: copyKey } = newAttachment(attachment.name, false)
        const copy: Attachment = { ...attachment, key: copyKey, state: 'uploading', original }
        change((before) => replaceFor(before, splitFor, key, copy))
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
        setIsFull(false)
        setList((keys) => keys.filter((other) => other !== key))
      },
    }
  }
}

function listOf(composition: Composition, owner: Owner): string[] {
  if (owner === null) return composition.media
  return composition.variants[owner]?.media ?? composition.media
}

function isInOneList({ media, variants }: Composition, key: string): boolean {
  const lists = [media, ...Object.values(variants).map((variant) => variant.media ?? [])]
  return lists.filter((keys) => keys.includes(key)).length < 2
}

function withList(composition: Composition, owner: Owner, media: string[]): Composition {
  if (owner === null) return { ...composition, media }
  const variant = composition.variants[owner]
  if (!variant) return composition
  return { ...composition, variants: { ...composition.variants, [owner]: { ...variant, media } } }
}

/** These accounts get media of their own, with the copy in the place of the file. */
function replaceFor(
  composition: Composition,
  accountIds: readonly string[],
  key: string,
  copy: Attachment,
): Composition {
  const variants = accountIds.map((id) => {
    const keys = listOf(composition, id).map((each) => (each === key ? copy.key : each))
    return [id, { ...variantOf(composition, id), media: keys }] as const
  })
  return {
    ...composition,
    attachments: { ...composition.attachments, [copy.key]: copy },
    variants: { ...composition.variants, ...Object.fromEntries(variants) },
  }
}

function attachmentOfFile(file: File): Attachment {
  return newAttachment(file.name || file.type, file.type.startsWith('video/'))
}

let count = 0

function newAttachment(name: string, isVideo: boolean): Attachment {
  count += 1
  const key = `${Date.now().toString(36)}-${count}`
  return {
    key,
    name,
    alt: '',
    state: 'uploading',
    type: isVideo ? 'video' : 'image',
    media: null,
  }
}
