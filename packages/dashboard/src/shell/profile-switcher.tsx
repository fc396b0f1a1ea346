import { Combobox, Group, InputBase, Text, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useProfileParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { ProfileMark } from '../parts/profile-mark.tsx'
import { useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import { ProfileOptions } from './profile-options.tsx'
import { useRecentProfiles } from './recent-profiles.ts'

const all = ''

/** Limits every page to one profile, or shows all. A member with a single profile sees its name. */
export function ProfileSwitcher() {
  const { profiles: own } = useMember()
  const [only, ...others] = useProfiles()
  if (own === null || !only || others.length > 0) return <Switcher />
  return (
    <Group gap="xs" wrap="nowrap" px="sm">
      <ProfileMark profile={only} />
      <Text truncate fw={600} size="sm" dir="auto">
        {only.name}
      </Text>
    </Group>
  )
}

function Switcher() {
  const t = useMessages(shellMessages)
  const [chosen, choose] = useProfileParam()
  const [search, setSearch] = useState('')
  const profiles = useProfiles()
  const { recent, remember } = useRecentProfiles(profiles)
  const combobox = useCombobox({
    onDropdownClose: () => setSearch(''),
    onDropdownOpen: () => {
      // On touch screens the keyboard would cover the list.
      if (matchMedia('(pointer: fine)').matches) combobox.focusSearchInput()
    },
  })
  const { selectFirstOption } = combobox
  const isLoaded = profiles.length > 0
  useEffect(() => {
    if (search && isLoaded) selectFirstOption()
  }, [search, isLoaded, selectFirstOption])
  const current = profiles.find(
    ({ id, external_id }) => chosen !== null && (id === chosen || external_id === chosen),
  )
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        choose(value === all ? null : value)
        if (value !== all) remember(value)
        combobox.closeDropdown()
        combobox.focusTarget()
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
        {combobox.dropdownOpened && (
          <ProfileOptions profiles={profiles} recent={recent} current={current} search={search} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
