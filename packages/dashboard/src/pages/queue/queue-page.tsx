import { Button, Group, Select, Stack } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { queueMessages } from '../../post/queue/messages.ts'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'
import { useProfileName, useProfiles } from '../../session/use-profiles.ts'
import { AccountPlan } from './account-plan.tsx'
import { ShuffleButton } from './shuffle-button.tsx'
import { Slots } from './slots.tsx'

/** The coming slots of one account with the posts in them, and the plan that they follow. */
export function Page() {
  const t = useMessages(queueMessages)
  const [profile] = useProfileParam()
  const [chosen, choose] = useSearchParam('account')
  const accounts = useAccounts()
  const shown = (accounts.data ?? []).filter(
    (account) => belongsToProfile(account, profile) && account.status !== 'disconnected',
  )
  const account = shown.find(({ id }) => id === chosen) ?? shown[0]
  return (
    <PageFrame
      title={t('title')}
      actions={
        account && (
          <>
            <AccountSelect accounts={shown} value={account.id} onChange={choose} />
            <ShuffleButton key={account.id} accountId={account.id} />
          </>
        )
      }
    >
      <DataState query={accounts}>
        {() =>
          account ? (
            <Stack gap="md" key={account.id}>
              <AccountPlan account={account} />
              <Slots account={account} />
            </Stack>
          ) : (
            <NoAccounts />
          )
        }
      </DataState>
    </PageFrame>
  )
}

type SelectProps = {
  accounts: readonly AccountListItem[]
  value: string
  onChange: (id: string | null) => void
}

function AccountSelect({ accounts, value, onChange }: SelectProps) {
  const t = useMessages(queueMessages)
  const nameOf = useProfileName()
  const isOneOfMany = useProfiles().length > 1
  const [profile] = useProfileParam()
  const byProfile = Map.groupBy(accounts, ({ profile_id }) => profile_id)
  const options = [...byProfile].map(([id, each]) => ({
    group: nameOf(id),
    items: each.map((account) => ({
      value: account.id,
      label: `${platformName(account.platform)} · ${account.username}`,
    })),
  }))
  return (
    <Group gap="xs">
      <Select
        aria-label={t('account')}
        w={280}
        maw="100%"
        searchable
        allowDeselect={false}
        data={isOneOfMany && profile === null ? options : options.flatMap(({ items }) => items)}
        value={value}
        onChange={onChange}
      />
    </Group>
  )
}

function NoAccounts() {
  const t = useMessages(queueMessages)
  return (
    <Empty
      icon={Share2}
      title={t('noAccounts')}
      text={t('noAccountsText')}
      action={
        <Button component={Link} to="/accounts">
          {t('toAccounts')}
        </Button>
      }
    />
  )
}
