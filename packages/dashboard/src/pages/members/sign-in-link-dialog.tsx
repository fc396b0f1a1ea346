import { Text } from '@mantine/core'
import type { Member, NewSignInLink } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { memberMessages } from './messages.ts'

export type MemberLink = { member: Member; link: NewSignInLink }

/** Shows a member's sign-in link once; the member sets a password with it. */
export function SignInLinkDialog({
  memberLink,
  onClose,
}: {
  memberLink: MemberLink | null
  onClose: () => void
}) {
  const t = useMessages(memberMessages)
  const { i18n } = useTranslation()
  return (
    <SecretDialog
      title={t('linkTitle', {
        name: visibleName(memberLink?.member.name, memberLink?.member.email ?? ''),
      })}
      label={t('linkLabel')}
      secret={memberLink?.link.url ?? null}
      advice={t('linkAdvice')}
      onClose={onClose}
    >
      {memberLink && (
        <Text size="sm">
          {t('linkText', { when: formatInstant(memberLink.link.expires_at, i18n.language) })}{' '}
          {memberLink.link.sent && t('linkSent')}
        </Text>
      )}
    </SecretDialog>
  )
}
