import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { words } from './words.ts'

type Question = {
  title: string
  text: ReactNode
  /** The word on the button that does it. */
  action: string
  color?: string
}

type Open = Question & { answer: (yes: boolean) => void }

const Confirm = createContext<(question: Question) => Promise<boolean>>(async () => false)

/** Asks before something that cannot be undone; resolves to whether it was confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useContext(Confirm)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useMessages(words)
  const [open, setOpen] = useState<Open | null>(null)
  const [isShown, setIsShown] = useState(false)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setOpen({ ...question, answer })
        setIsShown(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    open?.answer(yes)
    setIsShown(false)
  }
  return (
    <Confirm value={ask}>
      {children}
      <Modal
        opened={isShown}
        onClose={() => close(false)}
        title={open?.title}
        centered
        zIndex={400}
      >
        <Stack>
          {typeof open?.text === 'string' ? <Text>{open.text}</Text> : open?.text}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => close(false)} data-autofocus>
              {t('cancel')}
            </Button>
            <Button color={open?.color ?? 'red'} onClick={() => close(true)}>
              {open?.action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Confirm>
  )
}
