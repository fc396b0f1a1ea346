import type { Composition } from './composition.ts'

/** A create request without a response. It is repeated with the same idempotency key. */
export type PendingRequest = { key: string; body: string }

export type StoredDraft = { composition: Composition; pendingRequest: PendingRequest | null }

/** The `sessionStorage` key. The member ID keeps members from seeing each other's drafts. */
export function storageKeyOf(memberId: string, name: string): string {
  return `postern.composition.${memberId}.${name}`
}

/** Reads the stored draft. Uploads that were running become `interrupted`. */
export function readStoredDraft(storageKey: string): StoredDraft | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  try {
    const { composition, pendingRequest } = JSON.parse(text) as StoredDraft
    const attachments = Object.entries(composition.attachments).map(([key, attachment]) => [
      key,
      attachment.state === 'uploading' ? { ...attachment, state: 'interrupted' } : attachment,
    ])
    return {
      composition: { ...composition, attachments: Object.fromEntries(attachments) },
      pendingRequest,
    }
  } catch {
    sessionStorage.removeItem(storageKey)
    return null
  }
}

/** Stores the draft for this tab. A full storage is not an error: editing continues without it. */
export function storeDraft(storageKey: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    sessionStorage.removeItem(storageKey)
  }
}

export function deleteStoredDraft(storageKey: string): void {
  sessionStorage.removeItem(storageKey)
}
