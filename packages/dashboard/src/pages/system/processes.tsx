import { Table } from '@mantine/core'
import type { System } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { When } from '../../parts/when.tsx'
import { lengthOf } from './measures.ts'
import { systemWords } from './words.ts'

/** Every process that was heard from lately; one that is silent has died or lost the database. */
export function Processes({ processes }: { processes: System['processes'] }) {
  const t = useMessages(systemWords)
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label={t('processes')}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {(['role', 'host', 'version', 'started', 'heard', 'clock'] as const).map((name) => (
              <Table.Th key={name}>{t(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {processes.map((each) => (
            <Table.Tr key={`${each.host} ${each.pid}`}>
              <Table.Td>{each.role}</Table.Td>
              <Table.Td>
                {each.host} · {each.pid}
              </Table.Td>
              <Table.Td>{each.version}</Table.Td>
              <Table.Td>
                <When at={each.started_at} />
              </Table.Td>
              <Table.Td>{lengthOf(each.silent_seconds, t)}</Table.Td>
              <Table.Td>{each.clock_offset_ms} ms</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
