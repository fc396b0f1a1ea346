import { Box, Combobox, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { ProfileMark } from '../parts/profile-mark.tsx'
import type { ProfileName } from '../session/use-profiles.ts'
import { useAttention } from './use-attention.ts'

const shownMax = 100
/** With fewer profiles all are in view, and a list of recent ones would only repeat them. */
const recentFrom = 9

type Props = {
  profiles: readonly ProfileName[]
  recent: readonly ProfileName[]
  current: ProfileName | undefined
  search: string
}

/** The profiles that match the search; of many, those selected last come first. */
export function ProfileOptions({ profiles, recent, current, search }: Props) {
  const t = useMessages(shellMessages)
  const attentionOf = useAttention(true)
  const wanted = search.trim().toLowerCase()
  const found = profiles.filter(({ name, external_id }) =>
    `${name} ${external_id ?? ''}`.toLowerCase().includes(wanted),
  )
  const isGrouped = !wanted && recent.length > 0 && profiles.length >= recentFrom
  const rest = isGrouped ? found.filter((profile) => !recent.includes(profile)) : found
  const show = (profile: ProfileName) => (
    <Option
      key={profile.id}
      profile={profile}
      isCurrent={profile === current}
      attention={attentionOf(profile.id)}
    />
  )
  return (
    <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={t('profile')}>
      {!wanted && (
        <Combobox.Option value="" active={!current}>
          {t('allProfiles')}
        </Combobox.Option>
      )}
      {isGrouped && <Combobox.Group label={t('recent')}>{recent.map(show)}</Combobox.Group>}
      {isGrouped ? (
        <Combobox.Group label={t('profiles')}>{rest.slice(0, shownMax).map(show)}</Combobox.Group>
      ) : (
        rest.slice(0, shownMax).map(show)
      )}
      {wanted && found.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
    </Combobox.Options>
  )
}

type OptionProps = { profile: ProfileName; isCurrent: boolean; attention: string | null }

function Option({ profile, isCurrent, attention }: OptionProps) {
  return (
    <Combobox.Option value={profile.id} active={isCurrent}>
      <Group gap="xs" wrap="nowrap">
        <ProfileMark profile={profile} />
        <Box miw={0} flex={1}>
          <Text size="sm" truncate dir="auto" fw={isCurrent ? 600 : undefined}>
            {profile.name}
          </Text>
          {profile.external_id && (
            <Text size="xs" c="dimmed" truncate>
              {profile.external_id}
            </Text>
          )}
        </Box>
        {attention && (
          <Tooltip label={attention} openDelay={300}>
            <Box component="span" className="attention-dot">
              <VisuallyHidden>{attention}</VisuallyHidden>
            </Box>
          </Tooltip>
        )}
      </Group>
    </Combobox.Option>
  )
}
