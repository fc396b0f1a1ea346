import { Button, Group, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { useAllItems } from '../../api/use-data.ts'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { groupNames } from './action-groups.ts'
import { auditMessages } from './messages.ts'
import { resourceName } from './sentence.tsx'

export const filterNames = ['kind', 'action', 'actor', 'resource', 'from', 'to'] as const

/** The filters, and what else the list is limited to; `entries` are those of the list. */
export function AuditFilters({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages(auditMessages)
  const members = useAllItems('members', 'names', (client) => client.members.list(), {
    scope: 'all',
  })
  const keys = useAllItems('api_keys', 'names', (client) => client.apiKeys.list(), { scope: 'all' })
  const optionsOf = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: visibleName(name, id) }))
  const fields: FilterField[] = [
    {
      kind: 'choice',
      name: 'kind',
      label: t('action'),
      any: t('anyAction'),
      options: groupNames.map((name) => ({ value: name, label: t(`group_${name}`) })),
      listsOthers: true,
    },
    {
      kind: 'choice',
      name: 'actor',
      label: t('actor'),
      any: t('anyone'),
      options: [
        { group: t('members'), items: optionsOf(members.data) },
        { group: t('keys'), items: optionsOf(keys.data) },
      ],
      listsOthers: true,
    },
    { kind: 'day', name: 'from', label: t('from') },
    { kind: 'day', name: 'to', label: t('to') },
  ]
  return (
    <>
      <FilterBar fields={fields} look="labels" />
      <OneProfile />
      <OneResource entries={entries} />
    </>
  )
}

/** Says that the list is limited to the profile that is selected for all pages. */
function OneProfile() {
  const t = useMessages(auditMessages)
  const nameOf = useProfileName()
  const [profile, setProfile] = useProfileParam()
  if (!profile) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('ofProfile')}:{' '}
        <Text span inherit className="untrusted" dir="auto">
          {nameOf(profile)}
        </Text>
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => setProfile(null)}>
        {t('allProfiles')}
      </Button>
    </Group>
  )
}

/** Says that the list is limited to a resource or an action, which only a link does. */
function OneResource({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages(auditMessages)
  const [resource, setResource] = useSearchParam('resource')
  const [action, setAction] = useSearchParam('action')
  if (!resource && !action) return null
  const ofResource = entries.find((entry) => entry.resource?.id === resource)?.resource
  const name = ofResource && resourceName(t, ofResource)
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" className="untrusted" dir="auto">
        {name ? (
          t('ofNamed', { name })
        ) : (
          <>
            {resource ? t('ofResource') : t('code')}:{' '}
            <Text span inherit ff="monospace">
              {resource ?? action}
            </Text>
          </>
        )}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => (resource ? setResource(null) : setAction(null))}
      >
        {t('showAll')}
      </Button>
    </Group>
  )
}
