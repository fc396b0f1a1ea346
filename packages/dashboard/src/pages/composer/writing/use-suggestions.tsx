import { Group, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { platformOf, useLabel } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { useSavedTextSuggestions } from '../../../parts/saved-text-suggestions.tsx'
import type { Suggesting } from '../../../parts/suggesting-textarea.tsx'
import type { Sign, Trigger } from '../../../parts/trigger.ts'
import { useTagsAndPeople, type WritingSuggestion } from './tags-and-people.ts'
import { writingMessages } from './writing-messages.ts'

/** The signs of the composer's suggestions. */
export const composerSigns: readonly Sign[] = ['#', '@', '/']

/**
 * What is suggested in a text of the composer: hashtags, people, saved texts. For mentions also how the
 * platforms of the accounts treat them.
 */
export function useSuggestions(
  trigger: Trigger | null,
  profileId: string | null,
  accounts: readonly Account[],
): Suggesting {
  const t = useMessages(writingMessages)
  const tagsAndPeople = useTagsAndPeople(trigger, profileId, accounts)
  const savedTexts = useSavedTextSuggestions(trigger, profileId, 'template')
  if (trigger?.sign === '/') return savedTexts
  const isMention = trigger?.sign === '@'
  return {
    label: t(isMention ? 'mentions' : 'hashtags'),
    suggestions: tagsAndPeople.map((suggestion) => ({
      key: `${suggestion.text} ${suggestion.sign === '@' ? suggestion.person.platform : ''}`,
      insert: `${suggestion.text} `,
      line: <Line suggestion={suggestion} />,
    })),
    footer: isMention && accounts.length > 0 && <MentionHelp accounts={accounts} />,
  }
}

function Line({ suggestion }: { suggestion: WritingSuggestion }) {
  const t = useMessages(writingMessages)
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Group gap={6} wrap="nowrap" miw={0}>
        {suggestion.sign === '@' && (
          <PlatformMark platform={suggestion.person.platform} size={14} />
        )}
        <Text size="sm" truncate dir="auto">
          {suggestion.text}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {suggestion.sign === '#'
          ? t('usedIn', { count: suggestion.count })
          : t(suggestion.person.origin)}
      </Text>
    </Group>
  )
}

function MentionHelp({ accounts }: { accounts: readonly Account[] }) {
  const t = useMessages(writingMessages)
  const label = useLabel()
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600}>
        {t('howMentions')}
      </Text>
      {platforms.map((platform) => {
        const help = platformOf(platform)?.writing.mention_help
        return (
          help && (
            <Group key={platform} gap={6} wrap="nowrap" align="flex-start">
              <PlatformMark platform={platform} size={14} />
              <Text size="xs" c="dimmed">
                {platformName(platform)}: {label(help)}
              </Text>
            </Group>
          )
        )
      })}
    </Stack>
  )
}
