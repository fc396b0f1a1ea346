import { useState } from 'react'
import { useMember } from '../../session/use-session.ts'

/** An unsent reply; `open` is a sent text whose outcome is unknown. */
export type Draft = { text: string; open: { text: string; since: string } | null }

const emptyDraft: Draft = { text: '', open: null }

/**
 * The stored draft of a comment's reply, in the session storage until it is sent. The key includes
 * the member, so that another member in the same tab never sees it.
 */
export function useDraft(commentId: string): [Draft, (draft: Draft | null) => void] {
  const { member } = useMember()
  const storageKey = `postern.reply.${member.id}.${commentId}`
  const [draft, setDraft] = useState(() => read(storageKey))
  const store = (next: Draft | null) => {
    setDraft(next ?? emptyDraft)
    write(storageKey, next)
  }
  return [draft, store]
}

/** Typing must work even if the session storage is full. */
function write(storageKey: string, draft: Draft | null): void {
  try {
    if (draft?.text || draft?.open) sessionStorage.setItem(storageKey, JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey)
  } catch {
    sessionStorage.removeItem(storageKey)
  }
}

function read(storageKey: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isDraft(stored) ? stored : emptyDraft
  } catch {
    return emptyDraft
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && typeof (value as Draft).text === 'string'
}
