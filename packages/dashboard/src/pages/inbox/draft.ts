import { useState } from 'react'
import { useMember } from '../../session/use-session.ts'

/** What is written to a comment and not sent; `open` is what may have been sent all the same. */
export type Draft = { text: string; open: { text: string; since: string } | null }

const none: Draft = { text: '', open: null }

/**
 * The draft of one comment, kept in this browser's session until it is sent; a member never sees
 * what another one wrote.
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

/** A full store must not keep anybody from writing. */
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
