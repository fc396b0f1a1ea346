import type { Composition } from './composition.ts'

/** A create request without a response. It is repeated with the same idempotency key. */
export type Sent = { key: string; body: string }

export type Kept = { composition: Composition; sent: Sent | null }

/** The `sessionStorage` key. The member ID keeps members from seeing each other's drafts. */
export function placeOf(memberId: string, name: string): string {
  return `postern.composition.${memberId}.${name}`
}

/** Reads the stored draft. Uploads that were running become `interrupted`. */
export function readKept(place: string): Kept | null {
  const text = sessionStorage.getItem(place)
  if (text === null) return null
  try {
    const { composition, sent } = JSON.parse(text) as Kept
    const pieces = Object.entries(composition.pieces).map(([key, piece]) => [
      key,
      piece.state === 'uploading' ? { ...piece, state: 'interrupted' } : piece,
    ])
    return { composition: { ...composition, pieces: Object.fromEntries(pieces) }, sent }
  } catch {
    sessionStorage.removeItem(place)
    return null
  }
}

/** Stores the draft for this tab. A full storage is not an error: editing continues without it. */
export function keep(place: string, kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    sessionStorage.removeItem(place)
  }
}

export function forget(place: string): void {
  sessionStorage.removeItem(place)
}
