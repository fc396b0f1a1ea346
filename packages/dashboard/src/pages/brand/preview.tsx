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
  color: string
  language: string
  privacy_url: string
  support_email: string
}

const pauseMs = 300

/** Widths of the page in the preview. */
const widths = { phone: 390, computer: '100%' } as const
type Device = keyof typeof widths

/** An iframe with the hosted page, using the saved logo and the unsaved form values. */
export function Preview({ draft, logoUrl }: { draft: Draft; logoUrl: string | null }) {
  const t = useMessages(brandMessages)
  const own = useComputedColorScheme('light')
  const [scheme, setScheme] = useState<'light' | 'dark' | null>(null)
  const [device, setDevice] = useState<Device>('phone')
  const [previewed] = useDebouncedValue(draft, pauseMs)
  const values = { ...previewed, logo_url: logoUrl ?? '' }
  const filledFields = Object.entries(values).filter(([, value]) => value.trim())
  const query = new URLSearchParams(filledFields.map(([name, value]) => [name, value.trim()]))
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('preview')}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('device')}
            visibleFrom="sm"
            data={(['phone', 'computer'] as const).map((value) => ({ value, label: t(value) }))}
            value={device}
            onChange={(value) => setDevice(value as Device)}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('scheme')}
            data={(['light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
            value={scheme ?? own}
            onChange={(value) => setScheme(value as 'light' | 'dark')}
          />
        </Group>
      </Group>
      <Paper
        withBorder
        w={widths[device]}
        maw="100%"
        mx="auto"
        radius={device === 'phone' ? 28 : 'md'}
        style={{ overflow: 'hidden' }}
      >
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
