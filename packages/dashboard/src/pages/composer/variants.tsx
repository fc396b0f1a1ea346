import { Accordion, Badge, Box, Group, Text, Title } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { AccountName } from '../../parts/platform-mark.tsx'
import { type Composition, isCustomized, type Variant, variantOf } from './composition.ts'
import type { Finding } from './findings.ts'
import type { MediaActions } from './media/use-media.ts'
import { composerMessages } from './messages.ts'
import { VariantForm } from './variant-form.tsx'

type Props = {
  composition: Composition
  accounts: readonly Account[]
  findings: readonly Finding[]
  openAccountId: string | null
  mediaOf: (owner: string) => MediaActions
  onOpen: (accountId: string | null) => void
  onChange: (accountId: string, change: Partial<Variant>) => void
}

/** The overrides per account, collapsed by default. */
export function Variants({
  composition,
  accounts,
  findings,
  openAccountId,
  onOpen,
  ...props
}: Props) {
  const t = useMessages(composerMessages)
  if (accounts.length === 0) return null
  return (
    <Box>
      <Title order={2} size="h5">
        {t('perAccount')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('perAccountHint')}
      </Text>
      <Accordion variant="separated" value={openAccountId} onChange={onOpen} order={3}>
        {accounts.map((account) => {
          const accountFindings = findings.filter(({ accountId }) => accountId === account.id)
          const variant = variantOf(composition, account.id)
          const errorCount = accountFindings.filter(({ level }) => level === 'error').length
          return (
            <Accordion.Item key={account.id} value={account.id}>
              <Accordion.Control>
                <Group gap="xs" wrap="nowrap" pe="xs">
                  <AccountName platform={account.platform} username={account.username} />
                  {isCustomized(variant) && (
                    <Badge variant="light" tt="none" miw="max-content">
                      {t('customized')}
                    </Badge>
                  )}
                  {errorCount > 0 && (
                    <Badge variant="light" color="red" tt="none" miw="max-content">
                      {t('problems', { count: errorCount })}
                    </Badge>
                  )}
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <VariantForm
                  composition={composition}
                  account={account}
                  findings={accountFindings}
                  media={props.mediaOf(account.id)}
                  onChange={(change) => props.onChange(account.id, change)}
                />
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
    </Box>
  )
}
