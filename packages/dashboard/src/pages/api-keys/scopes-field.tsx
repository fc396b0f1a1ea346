import { Checkbox, Select, Stack, Table, Text } from '@mantine/core'
import type { ApiKey } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { keyMessages } from './messages.ts'
import { areasOf, type Preset, type Right, rightsOf } from './scopes.ts'

type Props = {
  kind: ApiKey['kind']
  preset: Preset
  rights: readonly Right[]
  onChange: (preset: Preset, rights: Right[]) => void
  error: string | null
}

const presets: readonly Preset[] = ['all', 'read', 'publish', 'inbox', 'custom']

/** Scopes of a key: a preset or individual checkboxes. */
export function ScopesField({ kind, preset, rights, onChange, error }: Props) {
  const t = useMessages(keyMessages)
  const choose = (value: string | null) => {
    const chosen = (value ?? 'all') as Preset
    const presetScopes = chosen === 'custom' ? null : rightsOf(chosen, kind)
    onChange(chosen, presetScopes ?? (chosen === 'custom' ? [...rights] : []))
  }
  return (
    <Stack gap="xs">
      <Select
        label={t('permissions')}
        data={presets.map((value) => ({ value, label: t(value) }))}
        value={preset}
        onChange={choose}
        allowDeselect={false}
      />
      {preset !== 'all' && (
        <RightsTable kind={kind} rights={rights} onChange={(next) => onChange('custom', next)} />
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

type TableProps = {
  kind: ApiKey['kind']
  rights: readonly Right[]
  onChange: (rights: Right[]) => void
}

function RightsTable({ kind, rights, onChange }: TableProps) {
  const t = useMessages(keyMessages)
  const toggle = (right: Right, isOn: boolean) =>
    onChange(isOn ? [...rights, right] : rights.filter((each) => each !== right))
  return (
    <Table verticalSpacing={6} withTableBorder aria-label={t('permissions')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('area')}</Table.Th>
          <Table.Th w={90}>{t('readRight')}</Table.Th>
          <Table.Th w={90}>{t('writeRight')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {areasOf(kind).map((area) => (
          <Table.Tr key={area}>
            <Table.Th scope="row" fw={400}>
              {t(area)}
            </Table.Th>
            {(['read', 'write'] as const).map((access) => {
              const right: Right = `${area}:${access}`
              const label = t(access === 'read' ? 'readOf' : 'writeOf', { area: t(area) })
              return (
                <Table.Td key={access}>
                  <Checkbox
                    aria-label={label}
                    checked={rights.includes(right)}
                    onChange={(event) => toggle(right, event.currentTarget.checked)}
                  />
                </Table.Td>
              )
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
