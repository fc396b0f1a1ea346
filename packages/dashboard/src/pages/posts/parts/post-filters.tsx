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

type FiltersProps = {
  names: readonly FilterName[]
  /** One row of small fields that are named by their placeholders. */
  isCompact?: boolean
}

/** Filters by `names`; the less common ones are behind a button. */
export function PostFilters({ names, isCompact = false }: FiltersProps) {
  const t = useMessages(postMessages)
  const values = useValues()
  const change = useSearchParamsSetter()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const always = isNarrow ? alwaysShown.slice(0, 1) : isCompact ? names : alwaysShown
  const rest = names.filter((name) => !always.includes(name))
  const [isOpen, setIsOpen] = useState(rest.some((name) => values[name] !== null))
  const isSet = names.some((name) => values[name] !== null)
  const visible = names.filter((name) => isOpen || always.includes(name))
  const reset = isSet && (
    <Button
      variant="subtle"
      size={isCompact ? 'xs' : 'sm'}
      leftSection={<X size={16} aria-hidden />}
      onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
    >
      {t('clear')}
    </Button>
  )
  if (isCompact && !isNarrow) {
    return (
      <Group gap="xs">
        {visible.map((name) => (
          <Filter key={name} name={name} value={values[name]} isCompact />
        ))}
        {reset}
      </Group>
    )
  }
  return (
    <Group gap="xs" align="flex-end" flex={1}>
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
      {reset}
    </Group>
  )
}

const alwaysShown: readonly FilterName[] = ['status', 'account', 'platform']

type FilterProps = { name: FilterName; value: string | null; isCompact?: boolean }

function Filter({ name, value, isCompact = false }: FilterProps) {
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
          isCompact={isCompact}
          onChange={set}
        />
      )
    case 'platform':
      return (
        <Choice
          label={t('platform')}
          value={value}
          data={platformChoices()}
          isCompact={isCompact}
          onChange={set}
        />
      )
    case 'account':
      return (
        <Choice
          label={t('account')}
          value={value}
          data={accounts}
          isCompact={isCompact}
          onChange={set}
        />
      )
    case 'from':
    case 'to':
      return <DayField label={t(name)} value={value ?? ''} onChange={(day) => set(day || null)} />
    default:
      return (
        <TextFilter
          label={t(name === 'tag' ? 'tag' : 'externalId')}
          value={value}
          isCompact={isCompact}
          onChange={set}
        />
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
  isCompact: boolean
  onChange: (value: string | null) => void
}

/** The name of a compact field is its placeholder, and what it is set to is its value. */
function fieldProps(label: string, isCompact: boolean, placeholder?: string) {
  if (!isCompact) return { label, ...(placeholder ? { placeholder } : {}) }
  return { 'aria-label': label, placeholder: label, size: 'xs', radius: 'xl', w: 150 } as const
}

function Choice({ label, value, data, isCompact, onChange }: ChoiceProps) {
  const t = useMessages(postMessages)
  return (
    <Select
      {...fieldProps(label, isCompact, t('any'))}
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
function TextFilter({ label, value, isCompact, onChange }: Omit<ChoiceProps, 'data'>) {
  const { text, type } = useTypedText(value, onChange, typingMs)
  return (
    <TextInput
      {...fieldProps(label, isCompact)}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
