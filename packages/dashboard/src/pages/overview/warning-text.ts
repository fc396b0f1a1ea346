import type { Session } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { shellMessages } from '../../navigation/messages.ts'
import { overviewMessages } from './messages.ts'

const knownCodes = [
  'private_webhooks_allowed',
  'smtp_missing',
  'owner_email_missing',
  'network_version_ends',
] as const

/** Translates a warning; an unknown code, as from a newer server, shows the API's message. */
export function useWarningText(): (warning: Session['warnings'][number]) => string {
  const t = useMessages(overviewMessages)
  const shell = useMessages(shellMessages)
  return ({ code, message }) => {
    if (code === 'webhook_endpoints_switched_off') return shell('endpointDisabled')
    const key = knownCodes.find((each) => each === code)
    return key ? t(key) : message
  }
}
