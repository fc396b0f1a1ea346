import { useState } from 'react'

/** What is written to a comment and not sent; `open` is what may have been sent all the same. */
export type Draft = { text: string; open: { text: string; since: string } | null }

const none: Draft = { text: '', open: null }
const place = (id: string) => `postern.reply.${id}`

/** The draft of one comment, kept in this browser's session until it is sent. */
export function useDraft(commentId: string): [Draft, (draft: Draft | null) => void] {
  const [draft, setDraft] = useState(() => read(commentId))
  const keep = (next: Draft | null) => {
    setDraft(next ?? none)
    if (next?.text || next?.open) sessionStorage.setItem(place(commentId), JSON.stringify(next))
    else sessionStorage.removeItem(place(commentId))
  }
  return [draft, keep]
}

function read(commentId: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(commentId)) ?? 'null')
    return isDraft(kept) ? kept : none
  } catch {
    return none
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && typeof (value as Draft).text === 'string'
}
