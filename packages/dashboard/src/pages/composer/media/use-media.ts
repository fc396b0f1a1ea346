import { useState } from 'react'
import type { Composition, Piece } from '../composition.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export type MediaActions = {
  addFiles: (files: readonly File[]) => void
  addUrl: (url: string) => void
  move: (key: string, place: number) => void
  remove: (key: string) => void
  change: (key: string, change: Partial<Piece>) => void
  uploads: Uploads
  /** Whether the last files added exceeded the limit. */
  isFull: boolean
}

/** The account ID of a media list; `null` for the list that all accounts share. */
export type Owner = string | null

type Change = (change: (before: Composition) => Composition) => void

export const mediaMax = 35

/** Actions on the media lists of a composition. */
export function useMedia(composition: Composition, change: Change): (owner: Owner) => MediaActions {
  const changePiece = (key: string, part: Partial<Piece>) =>
    change((before) => {
      const piece = before.pieces[key]
      if (!piece) return before
      return { ...before, pieces: { ...before.pieces, [key]: { ...piece, ...part } } }
    })
  const uploads = useUploads(composition.profileId, changePiece)
  const [isFull, setIsFull] = useState(false)

  return (owner) => {
    const setList = (edit: (keys: string[]) => string[]) =>
      change((before) => withList(before, owner, edit(listOf(before, owner))))
    const add = (pieces: readonly Piece[]) => {
      const room = mediaMax - listOf(composition, owner).length
      const taken = pieces.slice(0, Math.max(0, room))
      setIsFull(taken.length < pieces.length)
      change((before) => {
        const entries = taken.map((piece) => [piece.key, piece] as const)
        const grown = { ...before, pieces: { ...before.pieces, ...Object.fromEntries(entries) } }
        const keys = taken.map(({ key }) => key)
        return withList(grown, owner, [...listOf(before, owner), ...keys])
      })
      return taken
    }
    return {
      uploads,
      isFull,
      change: changePiece,
      addFiles: (files) => {
        const pieces = add(files.map(pieceOfFile))
        for (const [place, { key }] of pieces.entries()) uploads.start(key, { file: files[place]! })
      },
      addUrl: (url) => {
        const name = new URL(url).pathname.split('/').at(-1) || url
        const [piece] = add([newPiece(name, /\.(mp4|mov|webm)$/i.test(name))])
        if (piece) uploads.start(piece.key, { url })
      },
      move: (key, place) =>
        setList((keys) => {
          const others = keys.filter((each) => each !== key)
          return [...others.slice(0, place), key, ...others.slice(place)]
        }),
      remove: (key) => {
        if (isInOneList(composition, key)) uploads.cancel(key)
        setIsFull(false)
        setList((keys) => keys.filter((each) => each !== key))
      },
    }
  }
}

function listOf(composition: Composition, owner: Owner): string[] {
  if (owner === null) return composition.media
  return composition.variants[owner]?.media ?? composition.media
}

function isInOneList({ media, variants }: Composition, key: string): boolean {
  const lists = [media, ...Object.values(variants).map((each) => each.media ?? [])]
  return lists.filter((keys) => keys.includes(key)).length < 2
}

function withList(composition: Composition, owner: Owner, media: string[]): Composition {
  if (owner === null) return { ...composition, media }
  const variant = composition.variants[owner]
  if (!variant) return composition
  return { ...composition, variants: { ...composition.variants, [owner]: { ...variant, media } } }
}

function pieceOfFile(file: File): Piece {
  return newPiece(file.name || file.type, file.type.startsWith('video/'))
}

let count = 0

function newPiece(name: string, isVideo: boolean): Piece {
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
