import { Box, Drawer, Stack, Tabs, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Account } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { PlatformMark, platformName } from '../../parts/platform-mark.tsx'
import { type Composition, variantOf } from '../../post/composition.ts'
import { PreviewCard } from '../../post/preview/preview-card.tsx'
import { PreviewText } from '../../post/preview/preview-text.tsx'
import { publishedOn } from '../../post/published-content.ts'
import { composerMessages } from './messages.ts'

type Props = {
  composition: Composition
  accounts: readonly Account[]
  /** The account whose overrides are open. */
  openAccountId: string | null
}

/** With more tabs, only the selected one shows its name next to its icon. */
const tabNamesMax = 3

type PreviewsProps = Props & { isOpen: boolean; onClose: () => void }

/** The previews next to the form; on narrow screens in a drawer above it. */
export function Previews({ isOpen, onClose, ...props }: PreviewsProps) {
  const t = useMessages(composerMessages)
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  if (!isWide) {
    return (
      <Drawer
        opened={isOpen}
        onClose={onClose}
        title={t('preview')}
        position="bottom"
        size="auto"
        styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
      >
        <PreviewTabs {...props} />
      </Drawer>
    )
  }
  return (
    <Stack gap="xs" component="section" aria-label={t('preview')} className="composer-previews">
      <Title order={2} size="h5">
        {t('preview')}
      </Title>
      <PreviewTabs {...props} />
    </Stack>
  )
}

/** A tab per platform. Accounts with identical content share one. */
function PreviewTabs({ composition, accounts, openAccountId }: Props) {
  const t = useMessages(composerMessages)
  const groups = groupsOf(composition, accounts)
  const [selected, select] = useState({ id: openAccountId, openAccountId })
  // Opening an account's overrides shows its preview until another tab is selected.
  const wanted = selected.openAccountId === openAccountId ? selected.id : openAccountId
  const current = groups.find((group) => group.some(({ id }) => id === wanted)) ?? groups[0]
  const [account, ...others] = current ?? []
  if (!account) {
    return (
      <Text size="sm" c="dimmed">
        {t('previewEmpty')}
      </Text>
    )
  }
  const content = publishedOn(composition, account)
  return (
    <Tabs
      value={account.id}
      onChange={(id) => select({ id, openAccountId })}
      variant="pills"
      w="100%"
      maw={375}
      mx="auto"
    >
      <Tabs.List mb="sm" aria-label={t('preview')}>
        {groups.map(([first, ...more]) => (
          <Tabs.Tab
            key={first!.id}
            value={first!.id}
            px={10}
            title={accountLabel(first!)}
            aria-label={accountLabel(first!)}
            leftSection={<PlatformMark platform={first!.platform} size={16} />}
          >
            {(first === account || groups.length <= tabNamesMax) && (
              <Text span inherit truncate maw={120} lh={1.4} display="block">
                {isOnly(groups, first!) ? platformName(first!.platform) : first!.username}
                {more.length > 0 && ` +${more.length}`}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={account.id}>
        <Box component="article" aria-label={`${t('preview')}: ${accountLabel(account)}`}>
          <PreviewCard account={account} content={content} />
          {content.firstComment && (
            <Box mt="xs" ps="sm">
              <Text size="xs" c="dimmed">
                {t('firstComment')}
              </Text>
              <PreviewText platform={account.platform} text={content.firstComment} />
            </Box>
          )}
        </Box>
        <Text size="xs" c="dimmed" mt={6}>
          {others.length > 0 && `${t('andAccounts', { count: others.length })} · `}
          {t('previewText')}
        </Text>
      </Tabs.Panel>
    </Tabs>
  )
}

function accountLabel({ platform, username }: Account): string {
  return `${platformName(platform)}: ${username}`
}

function isOnly(groups: readonly Account[][], { platform }: Account): boolean {
  return groups.filter(([first]) => first?.platform === platform).length === 1
}

/** Groups the accounts that have the same platform and the same content. */
function groupsOf(composition: Composition, accounts: readonly Account[]): Account[][] {
  const keyOf = ({ id, platform }: Account) => {
    const { at: _, ...content } = variantOf(composition, id)
    return JSON.stringify([platform, content])
  }
  return [...Map.groupBy(accounts, keyOf).values()]
}
