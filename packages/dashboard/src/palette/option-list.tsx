import { Box, Combobox, Group, Highlight, Text } from '@mantine/core'
import { Keys } from '../navigation/keys.tsx'
import { PlatformMark } from '../parts/platform-mark.tsx'
import { ProfileLabel, ProfileMark } from '../parts/profile-mark.tsx'
import { wordsOf } from '../parts/search-field.tsx'
import { useProfileOf, useProfiles } from '../session/use-profiles.ts'
import type { Item, ItemGroup } from './item.ts'
import classes from './palette.module.css'

type Props = {
  id: string
  label: string
  groups: readonly ItemGroup[]
  text: string
  activeId: string | null
  /** The element's ID of an entry. */
  elementIdOf: (itemId: string) => string
  onActivate: (id: string) => void
  onRun: (item: Item) => void
}

/** The entries in groups. The focus stays in the field, which names the active one. */
export function OptionList(props: Props) {
  const { id, label, groups, text, activeId, elementIdOf, onActivate, onRun } = props
  const highlight = wordsOf(text)
  return (
    <Combobox.Options id={id} aria-label={label} className={classes.options}>
      {groups.map(({ name, items }) => (
        <Combobox.Group key={name} label={name} classNames={{ groupLabel: classes.groupLabel! }}>
          {items.map((item) => (
            <Combobox.Option
              key={item.id}
              id={elementIdOf(item.id)}
              value={item.id}
              className={classes.option}
              aria-selected={item.id === activeId}
              data-active={item.id === activeId || undefined}
              onMouseMove={() => {
                if (item.id !== activeId) onActivate(item.id)
              }}
              onClick={() => onRun(item)}
            >
              <Entry item={item} highlight={highlight} />
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  )
}

/** The mark of a profile or platform, or the icon. The second line names the platform. */
function EntryIcon({ item: { id, icon: Icon, platform } }: { item: Item }) {
  const profile = useProfileOf()(id.replace(/^profile /, ''))
  if (profile) return <ProfileMark profile={profile} size={20} />
  if (platform) {
    return (
      <span aria-hidden style={{ display: 'flex' }}>
        <PlatformMark platform={platform} />
      </span>
    )
  }
  return <Icon size={18} aria-hidden />
}

function Entry({ item, highlight }: { item: Item; highlight: string[] }) {
  const { label, detail, profileId, keys } = item
  const profileOf = useProfileOf()
  const hasSeveral = useProfiles().length > 1
  const client = hasSeveral && profileId ? profileOf(profileId) : undefined
  return (
    <Group gap="sm" wrap="nowrap">
      <EntryIcon item={item} />
      <Box flex={1} miw={0}>
        <Highlight size="sm" truncate dir="auto" highlight={highlight}>
          {label}
        </Highlight>
        {(detail || client) && (
          <Group gap={8} wrap="nowrap">
            {client && <ProfileLabel profile={client} markSize={14} maw={180} />}
            <Text size="xs" c="dimmed" truncate dir="auto" miw={0}>
              {detail}
            </Text>
          </Group>
        )}
      </Box>
      {keys && (
        <Box visibleFrom="sm">
          <Keys keys={keys} isHidden />
        </Box>
      )}
    </Group>
  )
}
