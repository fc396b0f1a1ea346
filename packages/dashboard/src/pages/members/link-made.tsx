import { Text } from '@mantine/core'
import type { Member, NewSignInLink } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { memberMessages } from './messages.ts'

export type LinkFor = { member: Member; link: NewSignInLink }

/** Shows a member's sign-in link once; the member sets a password with it. */
export function LinkMade({ made, onClose }: { made: LinkFor | null; onClose: () => void }) {
  const t = useMessages(memberMessages)
  const { i18n } = useTranslation()
  return (
    <SecretOnce
      title={t('linkTitle', { name: visibleName(made?.member.name, made?.member.email ?? '') })}
      label={t('linkLabel')}
      secret={made?.link.url ?? null}
      advice={t('linkAdvice')}
      onClose={onClose}
    >
      {made && (
        <Text size="sm">
          {t('linkText', { when: formatInstant(made.link.expires_at, i18n.language) })}{' '}
          {made.link.sent && t('linkSent')}
        </Text>
      )}
    </SecretOnce>
  )
}
