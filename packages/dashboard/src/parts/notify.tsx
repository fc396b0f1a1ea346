import type { ReactNode } from 'react'
import { translatorFor } from '../messages/messages.ts'
import { ErrorText } from './error-notice.tsx'
import { commonMessages } from './messages.ts'

const errorMs = 12_000

/** Says that something was done. */
export function notifySuccess(message: string): void {
  void show({ message, color: 'teal' })
}

/** Says what went wrong, in words, with the request's id to quote. */
export function notifyError(error: Error): void {
  void show({
    title: translatorFor(commonMessages)('failed'),
    message: <ErrorText error={error} />,
    color: 'red',
    autoClose: errorMs,
  })
}

/** Says why something was not done, in words of the page. */
export function notifyRefusal(message: string): void {
  void show({ message, color: 'red', autoClose: errorMs })
}

type Notice = { title?: string; message: ReactNode; color: string; autoClose?: number }

/** The notices are loaded after the first page; see `later.tsx`. */
async function show(notice: Notice): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show(notice)
}
