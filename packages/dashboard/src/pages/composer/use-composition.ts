import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Composition, emptyVariant, type Variant } from './composition.ts'
import { forget, keep, readKept, type Sent } from './kept.ts'

export type Writing = {
  composition: Composition
  change: (edit: (before: Composition) => Composition) => void
  set: (part: Partial<Composition>) => void
  setVariant: (accountId: string, part: Partial<Variant>) => void
  /** The create request that has no response yet. */
  sent: Readonly<RefObject<Sent | null>>
  setSent: (sent: Sent | null) => void
  /** Whether there are unsaved changes. A function, because it is called outside of rendering. */
  isUnsaved: () => boolean
  /** Whether a stored draft was restored. */
  wasKept: boolean
  /** Deletes the stored draft and starts with `to`. */
  begin: (to: Composition) => void
  /** Deletes the stored draft and stops storing: saved, or discarded on leaving. */
  finish: () => void
}

/** The composition, stored on every change, so that a reload loses nothing. */
export function useComposition(
  place: string,
  initial: Composition,
  /** Values from the URL; they override the stored draft. */
  asked: Partial<Composition> = {},
): Writing {
  const [kept] = useState(() => readKept(place))
  const [composition, setComposition] = useState<Composition>(
    kept ? { ...kept.composition, ...asked } : initial,
  )
  const [wasKept, setWasKept] = useState(kept !== null)
  const sent = useRef<Sent | null>(kept?.sent ?? null)
  const latest = useRef(composition)
  latest.current = composition
  /** The composition without unsaved changes; `null` after a draft is restored. */
  const settled = useRef(kept ? null : initial)
  const isFinished = useRef(false)

  const write = useCallback(() => {
    if (isFinished.current || latest.current === settled.current) return
    keep(place, { composition: latest.current, sent: sent.current })
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: store every change
  useEffect(write, [write, composition])

  const change = useCallback((edit: (before: Composition) => Composition) => {
    setComposition(edit)
  }, [])

  return {
    composition,
    change,
    set: (part) => change((before) => ({ ...before, ...part })),
    setVariant: (accountId, part) =>
      change((before) => {
        const variant = { ...(before.variants[accountId] ?? emptyVariant), ...part }
        return { ...before, variants: { ...before.variants, [accountId]: variant } }
      }),
    sent,
    // Stored before the request is sent, so that a reload can repeat it.
    setSent: (next) => {
      sent.current = next
      write()
    },
    isUnsaved: () => !isFinished.current && latest.current !== settled.current,
    wasKept,
    begin: (to) => {
      forget(place)
      sent.current = null
      settled.current = to
      setComposition(to)
      setWasKept(false)
    },
    finish: () => {
      isFinished.current = true
      forget(place)
    },
  }
}
