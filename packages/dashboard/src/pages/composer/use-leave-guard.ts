import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { unsavedMessages } from '../../parts/unsaved-messages.ts'
import { composerMessages } from './messages.ts'
import type { Editor } from './use-composition.ts'

/**
 * Asks before the user leaves unsaved changes. A change of the query parameters is not leaving.
 * `saveDraft` is `null` if no draft can be saved, and resolves to whether it was saved.
 */
export function useLeaveGuard(
  { isUnsaved, finish }: Editor,
  saveDraft: (() => Promise<boolean>) | null,
): void {
  const t = useMessages(composerMessages)
  const tUnsaved = useMessages(unsavedMessages)
  const ask = useConfirm()
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || current.pathname === next.pathname) return false
      let isSaving = false
      const choose = () => {
        isSaving = true
      }
      const isSure = await ask({
        title: tUnsaved('leaveTitle'),
        text: tUnsaved('leaveText'),
        action: tUnsaved('leave'),
        alternative: saveDraft ? { label: t('saveAsDraft'), choose } : undefined,
      })
      if (!isSure) return true
      if (isSaving && saveDraft) return !(await saveDraft())
      finish()
      return false
    },
  })
}
