import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Composition, emptyVariant, type Variant } from './composition.ts'
import { forget, keep, readKept, type Sent } from './kept.ts'

export type Writing = {
  composition: Composition
  change: (edit: (before: Composition) => Composition) => void
  set: (part: Partial<Composition>) => void
  setVariant: (accountId: string, part: Partial<Variant>) => void
  /** The request that had no answer yet. */
  sent: Readonly<RefObject<Sent | null>>
  setSent: (sent: Sent | null) => void
  /** Whether anything was written that is not saved, at the moment of the question. */
  isUnsaved: () => boolean
  /** Whether it is what was left behind earlier. */
  wasKept: boolean
  /** Forgets what was written and begins with this. */
  begin: (to: Composition) => void
  /** It is saved: nothing is kept and nobody is asked any more. */
  finish: () => void
}

/** What is being written, kept by the tab at every change, so that a reload loses nothing. */
export function useComposition(
  place: string,
  initial: Composition,
  /** What the address asks for, whatever was left behind. */
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
  /** What is saved, or was never written by anybody. */
  const settled = useRef(kept ? null : initial)
  const isFinished = useRef(false)

  const write = useCallback(() => {
    if (isFinished.current || latest.current === settled.current) return
    keep(place, { composition: latest.current, sent: sent.current })
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is written
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
    // Written down before the request leaves: a reload meanwhile still knows of it.
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
