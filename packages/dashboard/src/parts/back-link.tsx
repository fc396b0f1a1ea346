import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** The link above a page's title to the list that the page belongs to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" maw={1320} mx="auto" w="100%">
      <Group gap={4} component="span">
        <ArrowLeft size={15} aria-hidden /> {label}
      </Group>
    </Anchor>
  )
}
