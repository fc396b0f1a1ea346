import { Accordion, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'

/** IDs to copy and the platform's names of the permissions. */
export function AccountDevelopers({ account }: { account: AccountListItem }) {
  const t = useMessages(accountMessages)
  const { granted, missing } = account.permissions
  return (
    <Accordion variant="separated" order={2}>
      <Accordion.Item value="developers">
        <Accordion.Control>{t('forDevelopers')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <CopyField label={t('id')} value={account.id} />
            <CopyField label={t('platformId')} value={account.platform_account_id} />
            <Scopes label={t('scopes')} scopes={granted} />
            <Scopes label={t('missingScopes')} scopes={missing} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function Scopes({ label, scopes }: { label: string; scopes: readonly string[] }) {
  if (scopes.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" ff="monospace" className="untrusted">
        {scopes.join('\n')}
      </Text>
    </div>
  )
}
