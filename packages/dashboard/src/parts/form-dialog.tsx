import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from './confirm.tsx'
import { unsavedMessages } from './unsaved-messages.ts'

/** `isSaved`: the dialog shows the result of its form. */
type Props = ModalProps & { isSaved?: boolean }

/**
 * A dialog with a form. Escape, the close button and a click outside ask before they discard what was
 * entered; the form's own buttons close it without a question.
 */
export function FormDialog({ onClose, isSaved = false, children, ...props }: Props) {
  const t = useMessages(unsavedMessages)
  const ask = useConfirm()
  const isChanged = useRef(false)
  const isAsking = useRef(false)
  useEffect(() => {
    if (!props.opened) isChanged.current = false
  }, [props.opened])
  const close = async () => {
    if (isSaved || !isChanged.current) return onClose()
    if (isAsking.current) return
    isAsking.current = true
    // An Escape reaches both dialogs: the one here must not answer the question, nor repeat it.
    await afterEvent()
    const isSure = await ask({
      title: t('discardTitle'),
      text: t('discardText'),
      action: t('discard'),
      dismiss: t('keep'),
    })
    await afterEvent()
    isAsking.current = false
    if (isSure) onClose()
  }
  return (
    <Modal {...props} onClose={() => void close()}>
      <div
        onInput={() => {
          isChanged.current = true
        }}
      >
        {children}
      </div>
    </Modal>
  )
}

function afterEvent(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}
