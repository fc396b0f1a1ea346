import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { composerMessages } from './messages.ts'
import type { Editor } from './use-composition.ts'

/**
 * "New post" was pressed while a new post is open: an unfinished one is kept or replaced, as the user
 * decides. `onContinue` also runs if there is nothing to lose.
 */
export function useStartNew(
  { isUnsaved, finish }: Editor,
  onStartNew: ((next?: undefined) => void) | undefined,
  onContinue: () => void,
): void {
  const t = useMessages(composerMessages)
  const ask = useConfirm()
  const router = useRouter()
  const start = async () => {
    if (!onStartNew || !isUnsaved()) return onContinue()
    const isSure = await ask({
      title: t('unfinished'),
      text: t('unfinishedText'),
      action: t('startNew'),
      dismiss: t('continueEditing'),
    })
    if (!isSure) return onContinue()
    finish()
    onStartNew()
  }
  const latest = useRef(start)
  latest.current = start
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
        const at = (location = toLocation) => (location.search as { at?: string }).at
        if (pathChanged || !fromLocation) return
        const isSameUrl = fromLocation.href === toLocation.href
        if (isSameUrl || at(fromLocation) !== at()) void latest.current()
      }),
    [router],
  )
}
