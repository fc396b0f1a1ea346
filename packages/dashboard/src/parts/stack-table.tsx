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
   * the top corner, `action` a button at the bottom.
   */
  role?: 'title' | 'state' | 'action' | 'corner'
  width?: number | string
}

type Props<T> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  keyOf: (item: T) => string
}

/** A table whose rows become cards on narrow screens. */
export function StackTable<T>({ label, columns, items, keyOf }: Props<T>) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {/* Explicit roles: browsers drop the implicit ones when `display` is not a table value. */}
      <Table
        className="stack-table"
        role="table"
        aria-label={label}
        verticalSpacing="sm"
        horizontalSpacing="md"
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ key, label: name, role, width }) => (
              <Table.Th key={key} role="columnheader" w={width}>
                {isNamed(role) ? name : <VisuallyHidden>{name}</VisuallyHidden>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {items.map((item) => (
            <Table.Tr key={keyOf(item)} role="row" onClick={openRow}>
              {columns.map(({ key, label: name, cell, role }) => (
                <Table.Td
                  key={key}
                  role="cell"
                  maw={360}
                  data-label={role ? undefined : name}
                  data-corner={role === 'corner' || role === 'state' || undefined}
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
