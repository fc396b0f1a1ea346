import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Omit<ActionIconProps, 'children'> & {
  label: string
  onClick: () => void
  children: ReactNode
}

/** A gray icon whose label is shown while it is hovered or focused. */
export function IconButton({ label, ...props }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...props} />
    </Tooltip>
  )
}
