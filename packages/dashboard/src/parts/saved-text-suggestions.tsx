import { Group, Stack, Text } from '@mantine/core'
import type { SavedText } from '@postern/sdk'
import { useQuery } from '@tanstack/react-query'
import { NotebookText } from 'lucide-react'
import type { RefObject } from 'react'
import { clientFor } from '../api/client.ts'
import { itemsMax } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { matchingTexts } from './matching-texts.ts'
import { savedTextMessages } from './saved-text-messages.ts'
import type { Suggesting } from './suggesting-textarea.tsx'
import type { Trigger } from './trigger.ts'
import { visibleName } from './visible-name.ts'
import { SignTool } from './writing-tool.tsx'

const shownMax = 5
const previewChars = 120

/**
 * The saved texts of the profile, and those for all profiles, that have what was typed after `/`. Loaded
 * when the first `/` is typed.
 */
export function useSavedTextSuggestions(
  trigger: Trigger | null,
  profileId: string | null,
  firstKind: SavedText['kind'],
): Suggesting {
  const t = useMessages(savedTextMessages)
  const isAsked = trigger?.sign === '/' && profileId !== null
  const { data: texts } = useQuery({
    queryKey: ['saved_texts', profileId, 'suggestions'],
    queryFn: async () => {
      const read: SavedText[] = []
      for await (const text of clientFor(profileId).savedTexts.list({ limit: 100 })) {
        if (read.push(text) >= itemsMax) break
      }
      return read
    },
    enabled: isAsked,
  })
  const label = t('title')
  if (!isAsked || !texts) return { label, suggestions: [] }
  const found = matchingTexts(texts, trigger.query, firstKind)
  const hidden = found.length - shownMax
  return {
    label,
    suggestions: found.slice(0, shownMax).map((text) => ({
      key: text.id,
      insert: text.text,
      line: <Line text={text} />,
    })),
    footer:
      (texts.length === 0 && trigger.query === '' && <Hint text={t('noneToInsert')} />) ||
      (hidden > 0 && <Hint text={t('moreToInsert', { count: hidden })} />),
  }
}

function Line({ text: { id, name, kind, text } }: { text: SavedText }) {
  const t = useMessages(savedTextMessages)
  return (
    <Stack gap={0} miw={0}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" fw={500} truncate dir="auto">
          {visibleName(name, id)}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t(kind)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" truncate dir="auto">
        {text.slice(0, previewChars)}
      </Text>
    </Stack>
  )
}

function Hint({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  )
}

/** The button that opens the saved texts in a text area. */
export function SavedTextTool({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useMessages(savedTextMessages)
  return (
    <SignTool sign="/" label={t('insert')} fieldRef={fieldRef}>
      <NotebookText size={17} aria-hidden />
    </SignTool>
  )
}
