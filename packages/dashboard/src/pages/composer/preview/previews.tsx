import { Box, Stack, Text, Title } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { type Composition, contentOf, variantOf } from '../composition.ts'
import { composerMessages } from '../messages.ts'
import { PreviewCard } from './preview-card.tsx'

type Props = { composition: Composition; accounts: readonly Account[] }

/** A preview per platform. Accounts with identical content share one. */
export function Previews({ composition, accounts }: Props) {
  const t = useMessages(composerMessages)
  const groups = groupsOf(composition, accounts)
  return (
    <Stack gap="xs" component="section" aria-label={t('preview')}>
      <div>
        <Title order={2} size="h5">
          {t('preview')}
        </Title>
        <Text size="xs" c="dimmed">
          {t(groups.length > 0 ? 'previewText' : 'previewEmpty')}
        </Text>
      </div>
      <Box
        // Columns, not a grid: two short previews fit next to a tall one.
        style={{ columns: '2 220px', columnGap: 'var(--mantine-spacing-md)' }}
      >
        {groups.map(([first, ...others]) => {
          if (!first) return null
          const { text, attachments, options } = contentOf(composition, first.id)
          const name = `${t('preview')}: ${platformName(first.platform)}, ${first.username}`
          return (
            <Stack
              key={first.id}
              gap={4}
              mb="md"
              component="article"
              aria-label={name}
              style={{ breakInside: 'avoid' }}
            >
              <Text size="xs" fw={600} c="dimmed" truncate>
                {platformName(first.platform)}
                {others.length > 0 && ` · ${t('andAccounts', { count: others.length })}`}
              </Text>
              <PreviewCard
                account={first}
                text={text}
                attachments={attachments}
                options={options}
              />
            </Stack>
          )
        })}
      </Box>
    </Stack>
  )
}

/** Groups the accounts that have the same platform and the same content. */
function groupsOf(composition: Composition, accounts: readonly Account[]): Account[][] {
  const groups = new Map<string, Account[]>()
  for (const account of accounts) {
    const { text, media, options } = variantOf(composition, account.id)
    const key = JSON.stringify([account.platform, text, media, options])
    groups.set(key, [...(groups.get(key) ?? []), account])
  }
  return [...groups.values()]
}
