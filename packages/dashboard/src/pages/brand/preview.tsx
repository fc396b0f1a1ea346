import {
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { brandMessages } from './messages.ts'

export type Draft = {
  brand_name: string
  logo_url: string
  color: string
  language: string
  privacy_url: string
  support_email: string
}

const pauseMs = 300

/** An iframe with the hosted page, using the unsaved form values. */
export function Preview({ draft }: { draft: Draft }) {
  const t = useMessages(brandMessages)
  const own = useComputedColorScheme('light')
  const [scheme, setScheme] = useState<'light' | 'dark' | null>(null)
  const [previewed] = useDebouncedValue(draft, pauseMs)
  const filledFields = Object.entries(previewed).filter(([, value]) => value.trim())
  const query = new URLSearchParams(filledFields.map(([name, value]) => [name, value.trim()]))
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('preview')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('scheme')}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
          value={scheme ?? own}
          onChange={(value) => setScheme(value as 'light' | 'dark')}
        />
      </Group>
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <iframe
          title={t('preview')}
          src={`/connect/preview?${query}`}
          style={{
            display: 'block',
            width: '100%',
            height: 720,
            border: 0,
            colorScheme: scheme ?? own,
          }}
        />
      </Paper>
      <Text size="sm" c="dimmed">
        {t('previewHint')}
      </Text>
    </Stack>
  )
}
