import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { postStatuses } from '@postern/sdk/contract'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { useProfileParam, useSearchParam, useSearchParamsSetter } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { DateInput } from '../parts/date-input.tsx'
import { platformChoices, platformName } from '../parts/platform-mark.tsx'
import { useTypedText } from '../parts/use-typed-text.ts'
import { belongsToProfile, useAccounts } from '../session/use-accounts.ts'
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

/** Filters by `names` in one row; the less common ones are below it, behind a button. */
export function PostFilters({ names }: { names: readonly FilterName[] }) {
  const t = useMessages(postMessages)
  const values = useValues()
  const change = useSearchParamsSetter()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const chips = isNarrow ? alwaysShown.slice(0, 1) : names.length > chipsMax ? alwaysShown : names
  const rest = names.filter((name) => !chips.includes(name))
  const [isOpen, setIsOpen] = useState(rest.some((name) => values[name] !== null))
  // On phones the button has a row of its own, and a filter in view has its own ×.
  const isSet = (isNarrow ? rest : names).some((name) => values[name] !== null)
  return (
    <Stack gap="xs" flex={1}>
      <Group gap="xs">
        {chips.map((name) => (
          <Filter key={name} name={name} value={values[name]} isCompact />
        ))}
        {rest.length > 0 && (
          <Button
            variant="default"
            size="xs"
            radius="xl"
            leftSection={<SlidersHorizontal size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'fewerFilters' : 'moreFilters')}
          </Button>
        )}
        {isSet && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<X size={14} aria-hidden />}
            onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
          >
            {t('clear')}
          </Button>
        )}
      </Group>
      {isOpen && rest.length > 0 && (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing="xs">
          {rest.map((name) => (
            <Filter key={name} name={name} value={values[name]} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

const chipsMax = 4
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
          data={postStatuses.map((status) => ({ value: status, label: t(status) }))}
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
      return <DateInput label={t(name)} date={value ?? ''} isRequired={false} onChange={set} />
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
  return { 'aria-label': label, placeholder: label, size: 'xs', radius: 'xl', w: 144 } as const
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
