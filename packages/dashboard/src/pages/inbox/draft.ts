import { useState } from 'react'
import { useMember } from '../../session/use-session.ts'

/** An unsent reply; `open` is a sent text whose outcome is unknown. */
export type Draft = { text: string; open: { text: string; since: string } | null }

const none: Draft = { text: '', open: null }

/**
 * The stored draft of a comment's reply, in the session storage until it is sent. The key includes
 * the member, so that another member in the same tab never sees it.
 */
export function useDraft(commentId: string): [Draft, (draft: Draft | null) => void] {
  const { member } = useMember()
  const place = `postern.reply.${member.id}.${commentId}`
  const [draft, setDraft] = useState(() => read(place))
  const keep = (next: Draft | null) => {
    setDraft(next ?? none)
    write(place, next)
  }
  return [draft, keep]
}

/** Typing must work even if the session storage is full. */
function write(place: string, draft: Draft | null): void {
  try {
    if (draft?.text || draft?.open) sessionStorage.setItem(place, JSON.stringify(draft))
    else sessionStorage.removeItem(place)
  } catch {
    sessionStorage.removeItem(place)
  }
}

function read(place: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return isDraft(kept) ? kept : none
  } catch {
    return none
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && typeof (value as Draft).text === 'string'
}
