import { Anchor, Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { ClientTable } from '../../parts/client-table.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { useOverview } from '../../session/use-overview.ts'
import { useProfileOf, useProfiles } from '../../session/use-profiles.ts'
import { overviewMessages } from './messages.ts'

/** The first clients with their numbers, those that need attention first; not for a single client. */
export function Clients() {
  const [profile] = useProfileParam()
  const profiles = useProfiles()
  return profile === null && profiles.length > 1 ? <FirstClients /> : null
}

function FirstClients() {
  const t = useMessages(overviewMessages)
  const profileOf = useProfileOf()
  return (
    <section aria-labelledby="clients">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="clients">
          {t('clients')}
        </Title>
        <Anchor component={Link} to="/profiles" size="sm">
          {t('allClients')}
        </Anchor>
      </Group>
      <DataState query={useOverview()} rows={4}>
        {({ profiles, accounts }) => (
          <ClientTable
            label={t('clients')}
            clients={profiles}
            accounts={accounts ?? []}
            colorOf={(id) => profileOf(id)?.color ?? null}
          />
        )}
      </DataState>
    </section>
  )
}
