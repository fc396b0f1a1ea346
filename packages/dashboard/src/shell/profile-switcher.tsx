import { Box, Combobox, Group, InputBase, Text, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useProfileParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { ProfileMark } from '../parts/profile-mark.tsx'
import { useProfiles } from '../session/use-profiles.ts'
import { shellMessages } from './messages.ts'

const all = ''
const shownMax = 100

/** Limits every page to one profile, or shows all. */
export function ProfileSwitcher() {
  const t = useMessages(shellMessages)
  const [chosen, choose] = useProfileParam()
  const [search, setSearch] = useState('')
  const profiles = useProfiles()
  const combobox = useCombobox({ onDropdownClose: () => setSearch('') })
  const current = profiles.find(
    ({ id, external_id }) => chosen !== null && (id === chosen || external_id === chosen),
  )
  const wanted = search.trim().toLowerCase()
  const found = profiles.filter(({ name, external_id }) =>
    `${name} ${external_id ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        choose(value === all ? null : value)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          pointer
          aria-label={`${t('profile')}: ${current?.name ?? t('allProfiles')}`}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
        >
          <Group component="span" gap="xs" wrap="nowrap">
            {current && <ProfileMark profile={current} />}
            <Text span truncate display="block" fw={600} size="sm" dir="auto">
              {current?.name ?? t('allProfiles')}
            </Text>
          </Group>
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          aria-label={t('searchProfiles')}
          placeholder={t('searchProfiles')}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('profile')}>
          {!wanted && <Combobox.Option value={all}>{t('allProfiles')}</Combobox.Option>}
          {found.slice(0, shownMax).map((profile) => (
            <Combobox.Option key={profile.id} value={profile.id} active={profile === current}>
              <Group gap="xs" wrap="nowrap">
                <ProfileMark profile={profile} />
                <Box miw={0}>
                  <Text size="sm" truncate dir="auto">
                    {profile.name}
                  </Text>
                  {profile.external_id && (
                    <Text size="xs" c="dimmed" truncate>
                      {profile.external_id}
                    </Text>
                  )}
                </Box>
              </Group>
            </Combobox.Option>
          ))}
          {wanted && found.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
