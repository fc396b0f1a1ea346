import { type Composition, emptyComposition } from '../../post/composition.ts'

/** A create request without a response. It is repeated with the same idempotency key. */
export type PendingRequest = { key: string; body: string }

export type StoredDraft = { composition: Composition; pendingRequest: PendingRequest | null }

type Stored = StoredDraft & { storedAt: number }

/** What the drafts of one editor share. The member ID keeps members from seeing each other's drafts. */
export function storageKeyOf(memberId: string, name: string): string {
  return `postern.composition.${memberId}.${name}`
}

/** Each profile has a draft of its own, so that one never replaces that of another. */
function keyIn(storageKey: string, profileId: string | null): string {
  return `${storageKey}.${profileId ?? 'none'}`
}

export function readStoredDraft(storageKey: string, profileId: string | null): StoredDraft | null {
  return read(keyIn(storageKey, profileId))
}

/** The draft that was changed last, whatever its profile. */
export function readLatestDraft(storageKey: string): StoredDraft | null {
  const keys = Array.from(sessionStorage, (_, index) => sessionStorage.key(index) ?? '')
  const drafts = keys.filter((key) => key.startsWith(`${storageKey}.`)).map(read)
  return drafts.reduce(
    (latest, draft) => ((draft?.storedAt ?? 0) > (latest?.storedAt ?? 0) ? draft : latest),
    null,
  )
}

/** Uploads that were running become `interrupted`. */
function read(key: string): Stored | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const { composition, ...stored } = JSON.parse(text) as Stored
    const attachments = Object.entries(composition.attachments).map(([id, attachment]) => [
      id,
      attachment.state === 'uploading' ? { ...attachment, state: 'interrupted' } : attachment,
    ])
    return {
      ...stored,
      composition: {
        // Fields that an earlier version of the dashboard did not store.
        ...emptyComposition(null),
        ...composition,
        attachments: Object.fromEntries(attachments),
      },
    }
  } catch {
    sessionStorage.removeItem(key)
    return null
  }
}

/** Stores the draft for this tab. A full storage is not an error: editing continues without it. */
export function storeDraft(storageKey: string, draft: StoredDraft): void {
  const key = keyIn(storageKey, draft.composition.profileId)
  const stored: Stored = { ...draft, storedAt: Date.now() }
  try {
    sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    sessionStorage.removeItem(key)
  }
}

export function deleteStoredDraft(storageKey: string, profileId: string | null): void {
  sessionStorage.removeItem(keyIn(storageKey, profileId))
}
