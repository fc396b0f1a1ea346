import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The title as it is shown, for example with places to break it. */
  heading?: ReactNode
  /** One sentence that describes the page. */
  text?: ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  children: ReactNode
  /** Limits the width, for forms. */
  narrow?: boolean
  /** The title and its controls in one row, for pages that need the height. */
  isCompact?: boolean
}

/** Layout of every page: title, actions, content. */
export function PageFrame(props: Props) {
  const { title, heading, text, actions, children, narrow = false, isCompact = false } = props
  useDocumentTitle(`${title} · Postern`)
  return (
    <Stack gap={isCompact ? 'sm' : 'md'} maw={1320} mx="auto" w="100%">
      <Group justify="space-between" gap="4px var(--mantine-spacing-sm)" mih={36}>
        <Title order={1} size="h2" className={`untrusted ${isCompact ? '' : 'page-title'}`} miw={0}>
          {heading ?? title}
        </Title>
        {actions && (
          <Group gap="xs" className={isCompact ? 'page-toolbar' : 'page-actions'}>
            {actions}
          </Group>
        )}
        {text && (
          <Box flex="1 0 100%">
            <Text c="dimmed" size="sm" maw={760} component="div">
              {text}
            </Text>
          </Box>
        )}
      </Group>
      {narrow ? (
        <Stack gap="md" maw={760}>
          {children}
        </Stack>
      ) : (
        children
      )}
    </Stack>
  )
}
