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
  const isInvite = memberLink !== null && memberLink.link.purpose !== 'reset'
  const name = visibleName(memberLink?.member.name, memberLink?.member.email ?? '')
  return (
    <SecretDialog
      title={t(isInvite ? 'inviteTitle' : 'linkTitle', { name })}
      label={t(isInvite ? 'inviteLabel' : 'linkLabel')}
      secret={memberLink?.link.url ?? null}
      advice={isInvite ? t('inviteAdvice', { name }) : t('linkAdvice')}
      onClose={onClose}
    >
      {memberLink && (
        <Text size="sm">
          {t(isInvite ? 'inviteText' : 'linkText', {
            when: formatInstant(memberLink.link.expires_at, i18n.language),
          })}{' '}
          {memberLink.link.sent && t('linkSent')}
        </Text>
      )}
    </SecretDialog>
  )
}
