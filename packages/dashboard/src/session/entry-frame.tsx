import { Anchor, Box, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Wordmark } from '../parts/wordmark.tsx'
import { sessionMessages } from './messages.ts'

type Props = {
  /** Left out while it is loading. */
  title?: string
  text?: string
  width?: number
  children: ReactNode
}

/** The frame of the pages before the dashboard: mark, a card, a link to the documentation. */
export function EntryFrame({ title, text, width = 420, children }: Props) {
  const t = useMessages(sessionMessages)
  return (
    <div className="entry">
      <Stack component="main" w="100%" maw={width} gap="lg">
        <Wordmark size={36} />
        <Paper withBorder p={{ base: 'lg', xs: 32 }} className="entry-card">
          <Stack gap="lg">
            {title && (
              <Box>
                <Title order={1} size="h2">
                  {title}
                </Title>
                {text && (
                  <Text c="dimmed" mt={4}>
                    {text}
                  </Text>
                )}
              </Box>
            )}
            {children}
          </Stack>
        </Paper>
      </Stack>
      <Text component="footer" size="sm" c="dimmed">
        <Anchor href="/docs" inherit c="dimmed" underline="always">
          {t('documentation')}
        </Anchor>
      </Text>
    </div>
  )
}
