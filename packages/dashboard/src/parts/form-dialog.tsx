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
  useEffect(() => {
    if (!props.opened) isChanged.current = false
  }, [props.opened])
  const close = async () => {
    if (isSaved || !isChanged.current) return onClose()
    const isSure = await ask({
      title: t('discardTitle'),
      text: t('discardText'),
      action: t('discard'),
      dismiss: t('keep'),
    })
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
