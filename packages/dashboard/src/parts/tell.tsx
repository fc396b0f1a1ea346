import type { ReactNode } from 'react'
import { messagesOf } from '../messages/messages.ts'
import { ErrorWords } from './error-notice.tsx'
import { words } from './words.ts'

const errorMs = 12_000

/** Says that something was done. */
export function tell(message: string): void {
  void show({ message, color: 'teal' })
}

/** Says what went wrong, in words, with the request's id to quote. */
export function tellError(error: Error): void {
  void show({
    title: messagesOf(words)('failed'),
    message: <ErrorWords error={error} />,
    color: 'red',
    autoClose: errorMs,
  })
}

/** Says why something was not done, in words of the page. */
export function tellRefusal(message: string): void {
  void show({ message, color: 'red', autoClose: errorMs })
}

type Notice = { title?: string; message: ReactNode; color: string; autoClose?: number }

/** The notices are loaded after the first page; see `later.tsx`. */
async function show(notice: Notice): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(notice)
}
