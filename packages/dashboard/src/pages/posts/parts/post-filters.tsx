import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import {
  useProfileParam,
  useSearchParam,
  useSearchParamsSetter,
} from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DayField } from '../../../parts/day-field.tsx'
import { platformChoices, platformName } from '../../../parts/platform-mark.tsx'
import { useTypedText } from '../../../parts/use-typed-text.ts'
import { belongsToProfile, useAccounts } from '../../../session/use-accounts.ts'
import { postMessages } from './messages.ts'

const typingMs = 400

export const filterNames = [
  'status',
  'account',
  'platform',
  'tag',
  'from',
  'to',
  'external_id',
] as const
type FilterName = (typeof filterNames)[number]

const statuses: readonly Post['status'][] = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
]

/** The filters from the URL as query parameters of the API. */
export function usePostFilters(names: readonly FilterName[] = filterNames): PostQuery {
  const values = useValues()
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name]
      return value === null ? [] : [[name === 'account' ? 'account_id' : name, value]]
    }),
  )
}

type PostQuery = { [Name in Exclude<FilterName, 'account'> | 'account_id']?: string }

function useValues(): Record<FilterName, string | null> {
  const [status] = useSearchParam('status')
  const [account] = useSearchParam('account')
  const [platform] = useSearchParam('platform')
  const [tag] = useSearchParam('tag')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const [external_id] = useSearchParam('external_id')
  return { status, account, platform, tag, from, to, external_id }
}

/** Filters by `names`; the less common ones are behind a button. */
export function PostFilters({ names }: { names: readonly FilterName[] }) {
  const t = useMessages(postMessages)
  const values = useValues()
  const change = useSearchParamsSetter()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const always = isNarrow ? alwaysShown.slice(0, 1) : alwaysShown
  const rest = names.filter((name) => !always.includes(name))
  const [isOpen, setIsOpen] = useState(rest.some((name) => values[name] !== null))
  const isSet = names.some((name) => values[name] !== null)
  const visible = names.filter((name) => isOpen || always.includes(name))
  return (
    <Group gap="xs" align="flex-end">
      <SimpleGrid
        cols={{ base: Math.min(visible.length, 2), sm: Math.min(visible.length, 4) }}
        spacing="xs"
        verticalSpacing="xs"
        flex={1}
        miw={isNarrow && !isOpen ? 130 : 'min(100%, 420px)'}
      >
        {visible.map((name) => (
          <Filter key={name} name={name} value={values[name]} />
        ))}
      </SimpleGrid>
      {rest.length > 0 && (
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'fewerFilters' : 'moreFilters')}
        </Button>
      )}
      {isSet && (
        <Button
          variant="subtle"
          leftSection={<X size={16} aria-hidden />}
          onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {t('clear')}
        </Button>
      )}
    </Group>
  )
}

const alwaysShown: readonly FilterName[] = ['status', 'account', 'platform']

function Filter({ name, value }: { name: FilterName; value: string | null }) {
  const t = useMessages(postMessages)
  const change = useSearchParamsSetter()
  const set = (next: string | null) => change({ [name]: next })
  const accounts = useAccountChoices()
  switch (name) {
    case 'status':
      return (
        <Choice
          label={t('status')}
          value={value}
          data={statuses.map((status) => ({ value: status, label: t(status) }))}
          onChange={set}
        />
      )
    case 'platform':
      return <Choice label={t('platform')} value={value} data={platformChoices()} onChange={set} />
    case 'account':
      return <Choice label={t('account')} value={value} data={accounts} onChange={set} />
    case 'from':
    case 'to':
      return <DayField label={t(name)} value={value ?? ''} onChange={(day) => set(day || null)} />
    default:
      return (
        <TextFilter label={t(name === 'tag' ? 'tag' : 'externalId')} value={value} onChange={set} />
      )
  }
}

function useAccountChoices() {
  const { data = [] } = useAccounts()
  const [profile] = useProfileParam()
  const visible = data.filter((account) => belongsToProfile(account, profile))
  return visible.map(({ id, platform, username }) => ({
    value: id,
    label: `${platformName(platform)} · ${username}`,
  }))
}

type ChoiceProps = {
  label: string
  value: string | null
  data: { value: string; label: string }[]
  onChange: (value: string | null) => void
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  const t = useMessages(postMessages)
  return (
    <Select
      label={label}
      placeholder={t('any')}
      data={data}
      value={value}
      clearable
      searchable={data.length > 8}
      clearButtonProps={{ 'aria-label': `${t('clear')}: ${label}` }}
      onChange={onChange}
    />
  )
}

/** A text filter, debounced. */
function TextFilter({ label, value, onChange }: Omit<ChoiceProps, 'data'>) {
  const { text, type } = useTypedText(value, onChange, typingMs)
  return (
    <TextInput label={label} value={text} onChange={(event) => type(event.currentTarget.value)} />
  )
}
