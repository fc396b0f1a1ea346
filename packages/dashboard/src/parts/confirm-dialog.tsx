import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

export type Question = {
  title: string
  text: ReactNode
  /** Label of the confirm button. */
  action: string
  /** Label of the cancel button; "Cancel" by default. */
  dismiss?: string
  color?: string
  /** A third, safer way, which becomes the primary button. It confirms after `choose`. */
  alternative?: { label: string; choose: () => void } | undefined
}

type Props = { question: Question; isShown: boolean; onAnswer: (yes: boolean) => void }

// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function ConfirmDialog({ question, isShown, onAnswer }: Props) {
  const t = useMessages(commonMessages)
  const { title, text, action, dismiss = t('cancel'), color = 'red', alternative } = question
  return (
    <Modal
      opened={isShown}
      onClose={() => onAnswer(false)}
      // The provider handles Escape.
      closeOnEscape={false}
      title={title}
      // Three buttons in one row, also with longer words.
      size={alternative ? 'lg' : 'md'}
      centered
      zIndex={400}
    >
      <Stack>
        {typeof text === 'string' ? <Text>{text}</Text> : text}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
            {dismiss}
          </Button>
          <Button
            color={color}
            variant={alternative ? 'light' : 'filled'}
            onClick={() => onAnswer(true)}
          >
            {action}
          </Button>
          {alternative && (
            <Button
              onClick={() => {
                alternative.choose()
                onAnswer(true)
              }}
            >
              {alternative.label}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
