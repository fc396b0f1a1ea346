import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Composition, type Variant, variantOf } from '../../post/composition.ts'
import {
  deleteStoredDraft,
  type PendingRequest,
  type StoredDraft,
  storeDraft,
} from './stored-draft.ts'

export type Editor = {
  composition: Composition
  change: (edit: (before: Composition) => Composition) => void
  set: (part: Partial<Composition>) => void
  setVariant: (accountId: string, part: Partial<Variant>) => void
  /** The create request that has no response yet. */
  pendingRequest: Readonly<RefObject<PendingRequest | null>>
  setPendingRequest: (pendingRequest: PendingRequest | null) => void
  /** Whether there are unsaved changes. A function, because it is called outside of rendering. */
  isUnsaved: () => boolean
  /** The stored draft that was restored, with the profile it was written for. */
  restored: { profileId: string | null } | null
  /** Deletes the stored draft and starts with `to`, also after `finish`. */
  reset: (to: Composition) => void
  /** Deletes the stored draft and stops storing: saved, or discarded on leaving. */
  finish: () => void
}

/** The composition, stored on every change, so that a reload loses nothing. */
export function useComposition(
  storageKey: string,
  initial: Composition,
  /** Reads the draft to continue with; called once. */
  readDraft: () => StoredDraft | null,
  /** Values from the URL; they override the stored draft. */
  overrides: Partial<Composition> = {},
): Editor {
  const [storedDraft] = useState(readDraft)
  const [composition, setComposition] = useState<Composition>(
    storedDraft ? { ...storedDraft.composition, ...overrides } : initial,
  )
  const [restored, setRestored] = useState(
    storedDraft && { profileId: storedDraft.composition.profileId },
  )
  const pendingRequest = useRef<PendingRequest | null>(storedDraft?.pendingRequest ?? null)
  const latest = useRef(composition)
  latest.current = composition
  /** The composition without unsaved changes; `null` after a draft is restored. */
  const savedComposition = useRef(storedDraft ? null : initial)
  const isFinished = useRef(false)
  /** Whose draft this editor stores; `undefined` before the first change. */
  const storedProfileId = useRef(storedDraft?.composition.profileId)

  const store = useCallback(() => {
    if (isFinished.current || latest.current === savedComposition.current) return
    const { profileId } = latest.current
    const before = storedProfileId.current
    // The text was taken along to another profile.
    if (before !== undefined && before !== profileId) deleteStoredDraft(storageKey, before)
    storedProfileId.current = profileId
    storeDraft(storageKey, { composition: latest.current, pendingRequest: pendingRequest.current })
  }, [storageKey])
  // With the change on the screen, not after it: a click in between would keep the old draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: store every change
  useLayoutEffect(store, [store, composition])

  const change = useCallback((edit: (before: Composition) => Composition) => {
    setComposition(edit)
  }, [])

  return {
    composition,
    change,
    set: (part) => change((before) => ({ ...before, ...part })),
    setVariant: (accountId, part) =>
      change((before) => {
        const variant = { ...variantOf(before, accountId), ...part }
        return { ...before, variants: { ...before.variants, [accountId]: variant } }
      }),
    pendingRequest,
    // Stored before the request is sent, so that a reload can repeat it.
    setPendingRequest: (next) => {
      pendingRequest.current = next
      store()
    },
    isUnsaved: () => !isFinished.current && latest.current !== savedComposition.current,
    restored,
    reset: (to) => {
      deleteStoredDraft(storageKey, latest.current.profileId)
      storedProfileId.current = undefined
      pendingRequest.current = null
      savedComposition.current = to
      isFinished.current = false
      setComposition(to)
      setRestored(null)
    },
    finish: () => {
      isFinished.current = true
      deleteStoredDraft(storageKey, latest.current.profileId)
    },
  }
}
