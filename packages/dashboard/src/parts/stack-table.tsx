import './stack-table.css'
import { Paper, Table, VisuallyHidden } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'

export type Column<T> = {
  key: string
  label: string
  /** Returning `null` omits the line on phones. */
  cell: (item: T) => ReactNode
  /**
   * Position in the card on phones: `title` is the heading, `state` a badge and `corner` a menu in
   * the top corner, `action` a button at the bottom, `select` a checkbox before the heading. `line` has
   * no name in front, and those of `foot` stand in one line.
   */
  role?: 'title' | 'state' | 'action' | 'corner' | 'select' | 'line' | 'foot'
  width?: number | string
}

type Props<T> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  keyOf: (item: T) => string
  isSelected?: (item: T) => boolean
  /** For columns that explain themselves: names only for screen readers, and widths as given. */
  isUnnamed?: boolean
}

/** A table whose rows become cards on narrow screens. */
export function StackTable<T>({
  label,
  columns,
  items,
  keyOf,
  isSelected,
  isUnnamed = false,
}: Props<T>) {
  const { tr, th } = isUnnamed ? unnamed : { tr: {}, th: {} }
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {/* Explicit roles: browsers drop the implicit ones when `display` is not a table value. */}
      <Table
        className="stack-table"
        role="table"
        aria-label={label}
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover={isSelected !== undefined}
        {...(isUnnamed ? { layout: 'fixed' } : {})}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" {...tr}>
            {columns.map(({ key, label: name, role, width }) => (
              <Table.Th key={key} role="columnheader" w={width} {...th}>
                {isNamed(role) && !isUnnamed ? name : <VisuallyHidden>{name}</VisuallyHidden>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {items.map((item) => (
            <Table.Tr
              key={keyOf(item)}
              role="row"
              data-selected={isSelected?.(item) || undefined}
              onClick={openRow}
            >
              {columns.map(({ key, label: name, cell, role }) => (
                <Table.Td
                  key={key}
                  role="cell"
                  maw={360}
                  data-label={role ? undefined : name}
                  data-corner={role === 'corner' || role === 'state' || undefined}
                  data-select={role === 'select' || undefined}
                  data-foot={role === 'foot' || undefined}
                >
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

const unnamed = { tr: { bd: 0 }, th: { py: 0 } } as const

const ownClicks = 'a, button, input, label, time'

/** Follows the row's link, as if it were pressed, unless a text was selected or another control pressed. */
function openRow(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event
  const isOwn = (target as Element).closest(ownClicks) !== null
  if (isOwn || getSelection()?.isCollapsed === false) return
  const link = row.querySelector('.row-link')
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

function isNamed(role: Column<unknown>['role']): boolean {
  return role === undefined || role === 'title' || role === 'state'
}
