import { Box, Button, Collapse, Stack, Tabs, Text, Title } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { Account } from '@postern/sdk'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { type Composition, contentOf, variantOf } from '../composition.ts'
import { composerMessages } from '../messages.ts'
import { PreviewCard } from './preview-card.tsx'

type Props = {
  composition: Composition
  accounts: readonly Account[]
  /** The account whose overrides are open. */
  openAccountId: string | null
}

/** With more tabs, only the selected one shows its name next to its icon. */
const tabNamesMax = 3

/** The previews next to the form; on narrow screens below it, collapsed. */
export function Previews(props: Props) {
  const t = useMessages(composerMessages)
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [isOpen, { toggle }] = useDisclosure()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <Stack gap="xs" component="section" aria-label={t('preview')} className="composer-previews">
      {isWide ? (
        <Title order={2} size="h5">
          {t('preview')}
        </Title>
      ) : (
        <Button
          variant="default"
          justify="space-between"
          fullWidth
          aria-expanded={isOpen}
          rightSection={<Chevron size={16} aria-hidden />}
          onClick={toggle}
        >
          {t('preview')}
        </Button>
      )}
      <Collapse expanded={isWide || isOpen}>
        <PreviewTabs {...props} />
      </Collapse>
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
  const { text, attachments, options } = contentOf(composition, account.id)
  return (
    <Tabs
      value={account.id}
      onChange={(id) => select({ id, openAccountId })}
      variant="pills"
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
          <PreviewCard account={account} text={text} attachments={attachments} options={options} />
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
    const { text, media, options } = variantOf(composition, id)
    return JSON.stringify([platform, text, media, options])
  }
  return [...Map.groupBy(accounts, keyOf).values()]
}
