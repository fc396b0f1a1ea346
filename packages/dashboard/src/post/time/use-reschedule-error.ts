import { type Post, PosternError } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { needsReconnecting, useReconnect } from '../../connect/reconnect.tsx'
import { reconnectMessages } from '../../connect/reconnect-messages.ts'
import { errorMessage } from '../../messages/api-error-message.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError, notifyRefusal } from '../../parts/notify.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import { findingsIn } from '../findings/findings.ts'
import { useFindingSentence } from '../findings/use-finding-sentence.ts'
import { postMessages } from '../messages.ts'

/**
 * Names the account that has to be reconnected first, or what the content lacks for an account; shows
 * other errors as they are.
 */
export function useRescheduleError(): (error: Error, post: Post) => void {
  const t = useMessages(postMessages)
  const tReconnect = useMessages(reconnectMessages)
  const accountOf = useAccountOf()
  const reconnect = useReconnect()
  const navigate = useNavigate()
  const sentenceOf = useFindingSentence()
  const mayConnect = useMay('connect:write')
  return (error, { id, targets }) => {
    const accounts = targets.flatMap(({ account_id }) => accountOf(account_id) ?? [])
    const nameOf = (account: (typeof accounts)[number] | undefined) =>
      account ? `${platformName(account.platform)} · ${accountHandle(account)}: ` : ''
    const [finding] = findingsIn(
      error,
      targets.map(({ account_id }) => account_id),
    )
    if (finding) {
      const edit = () => void navigate({ to: '/posts/$id/edit' as never, params: { id } as never })
      return notifyRefusal(`${nameOf(accountOf(finding.accountId))}${sentenceOf(finding)}`, {
        label: t('edit'),
        run: edit,
      })
    }
    const account = accounts.find(needsReconnecting)
    if (!account || !isAccountError(error)) return notifyError(error)
    const action = { label: tReconnect('reconnect'), run: () => reconnect(account) }
    notifyRefusal(`${nameOf(account)}${errorMessage(error)}`, ...(mayConnect ? [action] : []))
  }
}

const accountErrorCodes = ['account_not_connected', 'permission_missing']

function isAccountError(error: Error): error is PosternError {
  return error instanceof PosternError && accountErrorCodes.includes(error.code)
}
