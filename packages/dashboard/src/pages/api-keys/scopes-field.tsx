import { Button, Checkbox, Select, Stack, Table, Text } from '@mantine/core'
import type { ApiKey } from '@postern/sdk'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { keyMessages } from './messages.ts'
import { areasOf, defaultPreset, type Preset, type Right, rightsOf } from './scopes.ts'

type Props = {
  kind: ApiKey['kind']
  preset: Preset
  rights: readonly Right[]
  onChange: (preset: Preset, rights: Right[]) => void
  error: ReactNode
}

/** The least powerful that most keys need is first, full access last. */
const presets: readonly Preset[] = ['publish', 'inbox', 'assistant', 'read', 'custom', 'all']

/** Scopes of a key: a preset or individual checkboxes. */
export function ScopesField({ kind, preset, rights, onChange, error }: Props) {
  const t = useMessages(keyMessages)
  const choose = (value: string | null) => {
    const chosen = (value ?? defaultPreset) as Preset
    const presetScopes = chosen === 'custom' ? null : rightsOf(chosen, kind)
    onChange(chosen, presetScopes ?? (chosen === 'custom' ? [...rights] : []))
  }
  return (
    <Stack gap="xs">
      <Select
        label={t('purpose')}
        description={t(`${preset}Hint`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={presets.map((value) => ({ value, label: t(value) }))}
        value={preset}
        onChange={choose}
        allowDeselect={false}
      />
      {preset !== 'all' && preset !== 'custom' && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => choose('custom')}
        >
          {t('customize')}
        </Button>
      )}
      {preset === 'custom' && (
        <RightsTable
          kind={kind}
          rights={rights}
          isWrong={Boolean(error)}
          onChange={(next) => onChange('custom', next)}
        />
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** Drafts are read like all posts, and written by `posts:write` too. */
const drafts = { area: 'drafts', read: null, write: 'posts:draft' } as const

function rowsOf(kind: ApiKey['kind']) {
  return areasOf(kind).flatMap((area) => {
    const row = { area, read: `${area}:read`, write: `${area}:write` } as const
    return area === 'posts' ? [row, drafts] : [row]
  })
}

type TableProps = {
  kind: ApiKey['kind']
  rights: readonly Right[]
  isWrong: boolean
  onChange: (rights: Right[]) => void
}

function RightsTable({ kind, rights, isWrong, onChange }: TableProps) {
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
        {rowsOf(kind).map(({ area, read, write }) => (
          <Table.Tr key={area}>
            <Table.Th scope="row" fw={400}>
              {t(area)}
            </Table.Th>
            <Table.Td>
              {read && (
                <Checkbox
                  aria-label={t('readOf', { area: t(area) })}
                  aria-invalid={isWrong || undefined}
                  checked={rights.includes(read)}
                  onChange={(event) => toggle(read, event.currentTarget.checked)}
                />
              )}
            </Table.Td>
            <Table.Td>
              <Checkbox
                aria-label={t('writeOf', { area: t(area) })}
                aria-invalid={isWrong || undefined}
                checked={rights.includes(write)}
                onChange={(event) => toggle(write, event.currentTarget.checked)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
