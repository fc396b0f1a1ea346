import './stack-table.css'
import { Paper, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

export type Column<T> = {
  key: string
  label: string
  /** `null` leaves the line out on a phone. */
  cell: (item: T) => ReactNode
  /**
   * On a phone `title` heads the card, `state` stands beside it, `action` is a button below it and
   * `corner` a menu beside it.
   */
  role?: 'title' | 'state' | 'action' | 'corner'
  width?: number | string
}

type Props<T> = {
  /** What the table holds, for those who do not see it. */
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  keyOf: (item: T) => string
}

/** A table that becomes a card for each row where there is no room for columns. */
export function StackTable<T>({ label, columns, items, keyOf }: Props<T>) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {/* The roles are said aloud: a browser forgets them when the display is not that of a table. */}
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
            <Table.Tr key={keyOf(item)} role="row">
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

function isNamed(role: Column<unknown>['role']): boolean {
  return role === undefined || role === 'title' || role === 'state'
}
