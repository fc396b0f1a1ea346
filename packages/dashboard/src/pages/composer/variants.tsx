import { Accordion, Badge, Box, Group, Text, Title } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { AccountName } from '../../parts/platform-mark.tsx'
import { type Composition, isCustomized, type Variant, variantOf } from '../../post/composition.ts'
import type { Finding } from '../../post/findings/findings.ts'
import type { MediaOf } from './media/use-media.ts'
import { composerMessages } from './messages.ts'
import { isProminentPath } from './options/prominent-options.tsx'
import { ProblemBadge } from './problem-badge.tsx'
import { VariantForm } from './variant-form.tsx'

type Props = {
  composition: Composition
  accounts: readonly Account[]
  findings: readonly Finding[]
  openAccountId: string | null
  mediaOf: MediaOf
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
          const errorCount = accountFindings.filter(
            (finding) => finding.level === 'error' && isInVariant(finding, variant),
          ).length
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
                  <ProblemBadge count={errorCount} />
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <VariantForm
                  composition={composition}
                  account={account}
                  findings={accountFindings}
                  mediaOf={props.mediaOf}
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

/** Whether the field of a finding is one of the overrides. */
function isInVariant({ platform, path }: Finding, { text, media, thread }: Variant): boolean {
  const [field] = path.split('.')
  if (field === 'text') return text !== null
  if (field === 'media') return media !== null
  if (field === 'thread') return thread !== null
  return field !== 'account_id' && !isProminentPath(platform, path)
}
