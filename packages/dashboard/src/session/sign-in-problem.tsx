import { Alert, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { sessionMessages } from './messages.ts'

const texts = {
  unavailable: ['unavailableTitle', 'unavailableText'],
  canceled: ['canceledTitle', 'canceledText'],
  expired: ['expiredTitle', 'expiredSignInText'],
  failed: ['failedTitle', 'failedText'],
  unverified_email: ['unverifiedTitle', 'unverifiedText'],
  unknown_member: ['unknownTitle', 'unknownText'],
  disabled: ['disabledTitle', 'disabledText'],
  other_account: ['otherAccountTitle', 'otherAccountText'],
} as const

/** Why the sign-in at the provider did not work; nothing for an unknown problem. */
export function SignInProblem({ problem, provider }: { problem: string; provider: string | null }) {
  const t = useMessages(sessionMessages)
  if (!Object.hasOwn(texts, problem)) return null
  const [title, text] = texts[problem as keyof typeof texts]
  const names = { provider: provider ?? t('thisProvider') }
  return (
    <Alert
      role="alert"
      color={problem === 'canceled' ? 'gray' : 'red'}
      icon={<CircleAlert size={18} aria-hidden />}
      title={t(title, names)}
    >
      <Text size="sm">{t(text, names)}</Text>
    </Alert>
  )
}
