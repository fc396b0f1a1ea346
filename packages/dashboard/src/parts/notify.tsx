import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { translatorFor } from '../messages/messages.ts'
import { mountNotices } from './deferred-notices.tsx'
import { ErrorText } from './error-notice.tsx'
import { commonMessages } from './messages.ts'

const errorMs = 12_000
const actionMs = 10_000

/** An offer next to a message, such as to undo what it reports. */
export type NoticeAction = { label: string; run: () => void }

/** With actions the message stays for 10 seconds, and longer under the pointer. */
export function notifySuccess(message: string, ...actions: NoticeAction[]): void {
  if (actions.length === 0) return void show({ message, color: 'teal' })
  void show({ message, color: 'teal', autoClose: actionMs, actions })
}

/** For what was only started, and can still fail. */
export function notifyStarted(message: string): void {
  void show({ message, color: 'gray' })
}

/** Shows the error message with the request ID. */
export function notifyError(error: Error): void {
  void show({
    title: translatorFor(commonMessages)('failed'),
    message: <ErrorText error={error} />,
    color: 'red',
    autoClose: errorMs,
  })
}

/** Shows the page's own explanation of why an action was not performed, and what to do about it. */
export function notifyRefusal(message: string, ...actions: NoticeAction[]): void {
  void show({ message, color: 'red', autoClose: errorMs, actions })
}

type Notice = {
  title?: string
  message: ReactNode
  color: string
  autoClose?: number
  actions?: NoticeAction[]
}

async function show({ actions = [], message, ...notice }: Notice): Promise<void> {
  mountNotices()
  const { notifications } = await import('@mantine/notifications')
  if (actions.length === 0) return void notifications.show({ message, ...notice })
  const press = (action: NoticeAction) => {
    notifications.hide(id)
    action.run()
  }
  const id = notifications.show({
    ...notice,
    message: (
      <Group justify="space-between" gap="xs">
        <Text span inherit>
          {message}
        </Text>
        <Group gap={4} ms="auto" justify="flex-end">
          {actions.map((action) => (
            <Button
              key={action.label}
              variant="light"
              size="compact-sm"
              onClick={() => press(action)}
            >
              {action.label}
            </Button>
          ))}
        </Group>
      </Group>
    ),
  })
}
