import { Anchor, SimpleGrid, Stack, Title } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { useProfileOf } from '../../session/use-profiles.ts'

type Props = {
  accounts: AccountListItem[]
  /** A card; `isGrouped` if its client is in the heading. */
  children: (account: AccountListItem, isGrouped: boolean) => ReactNode
}

/** Cards of accounts, by client where there are several. */
export function AccountGrid({ accounts, children }: Props) {
  const profileOf = useProfileOf()
  const profileIds = [...new Set(accounts.map(({ profile_id: id }) => id))]
  if (profileIds.length <= 1) return <Cards>{accounts.map((each) => children(each, false))}</Cards>
  return (
    <Stack gap="lg">
      {profileIds.map((id) => {
        const profile = profileOf(id)
        return (
          <Stack key={id} gap="xs" component="section" aria-label={profile?.name ?? id}>
            <Title order={2} size="h5">
              <Anchor component={Link} to={`/profiles/${id}`} inherit c="inherit">
                {profile ? (
                  <ProfileLabel profile={profile} markSize={22} size="md" fw={650} c="inherit" />
                ) : (
                  id
                )}
              </Anchor>
            </Title>
            <Cards>
              {accounts
                .filter((account) => account.profile_id === id)
                .map((account) => children(account, true))}
            </Cards>
          </Stack>
        )
      })}
    </Stack>
  )
}

function Cards({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" component="ul" p={0} m={0}>
      {children}
    </SimpleGrid>
  )
}
