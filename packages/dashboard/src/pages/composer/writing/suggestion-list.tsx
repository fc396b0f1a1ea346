import { Combobox, Group, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { platformOf, useLabel } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import type { Suggestion } from './use-suggestions.ts'
import { writingMessages } from './writing-messages.ts'

type Props = {
  sign: '#' | '@'
  suggestions: readonly Suggestion[]
  /** The accounts whose platforms' rules for mentions are shown. */
  accounts: readonly Account[]
  idOf: (index: number) => string
  activeIndex: number
}

/** The choices for a hashtag or mention and, for mentions, how each platform treats them. */
export function SuggestionList({ sign, suggestions, accounts, idOf, activeIndex }: Props) {
  const t = useMessages(writingMessages)
  return (
    <>
      <Combobox.Options aria-label={t(sign === '#' ? 'hashtags' : 'mentions')}>
        {suggestions.map((suggestion, index) => (
          <Combobox.Option
            key={`${suggestion.text} ${suggestion.sign === '@' ? suggestion.person.platform : ''}`}
            id={idOf(index)}
            value={String(index)}
            aria-selected={index === activeIndex}
            {...(index === activeIndex ? { bg: 'var(--mantine-color-default-hover)' } : {})}
          >
            <Line suggestion={suggestion} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {sign === '@' && <MentionHelp accounts={accounts} isAlone={suggestions.length === 0} />}
    </>
  )
}

function Line({ suggestion }: { suggestion: Suggestion }) {
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

function MentionHelp({ accounts, isAlone }: { accounts: readonly Account[]; isAlone: boolean }) {
  const t = useMessages(writingMessages)
  const label = useLabel()
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return (
    <Combobox.Footer style={isAlone ? { borderTop: 0 } : undefined}>
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
    </Combobox.Footer>
  )
}
