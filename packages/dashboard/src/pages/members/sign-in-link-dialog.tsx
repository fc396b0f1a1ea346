import { Text } from '@mantine/core'
import type { Member, NewSignInLink } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { useMember } from '../../session/use-session.ts'
import { memberMessages } from './messages.ts'

/** `link` is `null` if members sign in with the provider only. */
export type MemberLink = { member: Member; link: NewSignInLink | null }

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
  const { provider } = useMember().sign_in
  const name = visibleName(memberLink?.member.name, memberLink?.member.email ?? '')
  if (memberLink && !memberLink.link) {
    const names = { name, email: memberLink.member.email ?? '', provider: provider?.label ?? '' }
    return (
      <SecretDialog
        title={t('inviteTitle', { name })}
        label={t('dashboardUrl')}
        secret={new URL('/dashboard/', location.href).href}
        advice={t('providerAdvice', { name })}
        onClose={onClose}
      >
        <Text size="sm">{t('providerInvite', names)}</Text>
      </SecretDialog>
    )
  }
  const isInvite = memberLink?.link?.purpose !== 'reset'
  return (
    <SecretDialog
      title={t(isInvite ? 'inviteTitle' : 'linkTitle', { name })}
      label={t(isInvite ? 'inviteLabel' : 'linkLabel')}
      secret={memberLink?.link?.url ?? null}
      advice={isInvite ? t('inviteAdvice', { name }) : t('linkAdvice')}
      onClose={onClose}
    >
      {memberLink?.link && (
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
