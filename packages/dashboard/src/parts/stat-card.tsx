import { Paper, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type Props = {
  label: string
  /** Undefined while it is loading. */
  value: ReactNode
  /** A line below the value, such as the change. */
  note?: ReactNode
  /** Colors a number that needs attention. */
  isAlert?: boolean
  to: string
  search?: Record<string, string>
}

/** A number with its label that links to what it counts. */
export function StatCard({ label, value, note, isAlert, to, search }: Props) {
  return (
    <Paper
      withBorder
      p={{ base: 'sm', xs: 'md' }}
      component={Link}
      to={to}
      {...(search ? { search: search as never } : {})}
      c="inherit"
      td="none"
      className={classes.card}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={24} my={5} w="60%" />
      ) : (
        <div className={classes.value} data-alert={isAlert || undefined}>
          {value}
        </div>
      )}
      <Text size="xs" c="dimmed" mih={19}>
        {note}
      </Text>
    </Paper>
  )
}
