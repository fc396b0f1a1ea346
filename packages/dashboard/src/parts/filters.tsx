import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParam, useSearchParamsSetter } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { Empty } from './empty.tsx'
import { filterMessages } from './filter-messages.ts'
import { commonMessages } from './messages.ts'

const debounceMs = 400

type TextProps = { name: string; label: string; placeholder: string }

/** A text filter, debounced into its query parameter. */
export function TextFilter({ name, label, placeholder }: TextProps) {
  const [value, setValue] = useSearchParam(name)
  const [typed, setTyped] = useState(value ?? '')
  const apply = useDebouncedCallback((next: string) => setValue(next.trim() || null), debounceMs)
  useEffect(() => setTyped(value ?? ''), [value])
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}

type Option = { value: string; label: string }

type ChoiceProps = {
  name: string
  label: string
  /** The label of no choice, such as `Any`. */
  any: string
  options: readonly (Option | { group: string; items: Option[] })[]
  searchable?: boolean
}

/** One of several values in a query parameter. A value that only a link set is listed as it is. */
export function ChoiceFilter({ name, label, any, options, searchable = false }: ChoiceProps) {
  const [value, setValue] = useSearchParam(name)
  const all = options.flatMap((each) => ('items' in each ? each.items : [each]))
  const isKnown = !value || all.some((option) => option.value === value)
  return (
    <Select
      label={label}
      data={[
        { value: '', label: any },
        ...options.map((each) => ('items' in each ? { ...each, items: [...each.items] } : each)),
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      value={value ?? ''}
      onChange={(next) => setValue(next || null)}
      allowDeselect={false}
      searchable={searchable}
      limit={200}
      maxDropdownHeight={320}
    />
  )
}

type EmptyProps = {
  icon: LucideIcon
  /** For a list that is empty without filters. */
  title: string
  text: string
  isFiltered: boolean
  /** The query parameters of all filters. */
  names: readonly string[]
}

/** Placeholder of an empty list with filters, which it offers to reset. */
export function FilteredEmpty({ icon, title, text, isFiltered, names }: EmptyProps) {
  const t = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  if (!isFiltered) return <Empty icon={icon} title={title} text={text} />
  const reset = () => change(Object.fromEntries(names.map((name) => [name, null])))
  return (
    <Empty
      icon={icon}
      title={t('noMatches')}
      text=""
      action={
        <Button variant="default" onClick={reset}>
          {t('resetFilters')}
        </Button>
      }
    />
  )
}

type FoldedProps = {
  /** How many of the filters are in use. */
  count: number
  children: ReactNode
}

/** Filters that are behind a button on phones, which counts those in use. */
export function FoldedFilters({ count, children }: FoldedProps) {
  const t = useMessages(filterMessages)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  if (!isNarrow) return children
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
        style={{ alignSelf: 'start' }}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      {isOpen && children}
    </>
  )
}
