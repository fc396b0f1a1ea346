import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from './copy-field.tsx'
import { commonMessages } from './messages.ts'

type Props = {
  title: string
  label: string
  /** `null` closes the dialog. */
  secret: string | null
  /** What the secret belongs to. */
  subject?: ReactNode
  /** Defaults to a note that the secret is shown only once. */
  advice?: string
  children?: ReactNode
  /** A button next to the one that closes the dialog. */
  action?: ReactNode
  onClose: () => void
}

/** Dialog for a value that is shown once; only its button closes it. */
export function SecretDialog(props: Props) {
  const { title, label, secret, subject, advice, children, action, onClose } = props
  const t = useMessages(commonMessages)
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert icon={<KeyRound aria-hidden />} color="yellow" variant="light">
          {advice ?? t('secretOnce')}
        </Alert>
        {subject}
        <CopyField label={label} value={secret ?? ''} />
        {children}
        {/* Always in view: without a cross, nothing else closes the dialog. */}
        <Group justify="flex-end" className="dialog-buttons">
          {action}
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
