import type { ReactNode } from 'react'
import { translatorFor } from '../messages/messages.ts'
import { ErrorText } from './error-notice.tsx'
import { commonMessages } from './messages.ts'

const errorMs = 12_000

export function notifySuccess(message: string): void {
  void show({ message, color: 'teal' })
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

/** Shows the page's own explanation of why an action was not performed. */
export function notifyRefusal(message: string): void {
  void show({ message, color: 'red', autoClose: errorMs })
}

type Notice = { title?: string; message: ReactNode; color: string; autoClose?: number }

/** Notifications are loaded after the first page; see `deferred-notices.tsx`. */
async function show(notice: Notice): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(notice)
}
