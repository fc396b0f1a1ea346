import type { Composition } from './composition.ts'

/** A request whose answer never came: it is repeated with the same key before anything else. */
export type Sent = { key: string; body: string }

export type Kept = { composition: Composition; sent: Sent | null }

/** Where the tab keeps what is being written; a member never sees what another one wrote. */
export function placeOf(memberId: string, name: string): string {
  return `postern.composition.${memberId}.${name}`
}

/** What was being written when the page was left; uploads that were under way are marked. */
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

/** Keeps it as long as the tab lives; a full store must not keep anybody from writing. */
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
