import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon: LucideIcon
  /** Left out where the page's title says it. */
  title?: string
  /** Button for the next step. */
  text: ReactNode
  action?: ReactNode
}

/** Placeholder of an empty list or page. */
export function Empty({ icon: Icon, title, text, action }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg" ta="center">
        <ThemeIcon size={52} radius="xl" variant="light">
          <Icon size={26} aria-hidden />
        </ThemeIcon>
        {title && (
          <Title order={2} size="h4">
            {title}
          </Title>
        )}
        <Text c="dimmed" maw={460} component="div">
          {text}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
