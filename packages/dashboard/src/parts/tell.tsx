import { notifications } from '@mantine/notifications'
import { Check, TriangleAlert } from 'lucide-react'
import { messagesOf } from '../messages/messages.ts'
import { ErrorWords } from './error-notice.tsx'
import { words } from './words.ts'

const errorMs = 12_000

/** Says that something was done. */
export function tell(message: string): void {
  notifications.show({ message, color: 'teal', icon: <Check size={18} aria-hidden /> })
}

/** Says what went wrong, in words, with the request's id to quote. */
export function tellError(error: Error): void {
  notifications.show({
    title: messagesOf(words)('failed'),
    message: <ErrorWords error={error} />,
    color: 'red',
    icon: <TriangleAlert size={18} aria-hidden />,
    autoClose: errorMs,
  })
}
