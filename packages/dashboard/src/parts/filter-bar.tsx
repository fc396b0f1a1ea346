import './filter-bar.css'
import {
  Box,
  Button,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  useSearchParam,
  useSearchParams,
  useSearchParamsSetter,
  useSearchText,
} from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { DayFilter } from './day-filter.tsx'
import { filterMessages } from './filter-messages.ts'
import { commonMessages } from './messages.ts'
import { SearchField } from './search-field.tsx'
import { useTypedText } from './use-typed-text.ts'

const typingMs = 400
/** A longer list of choices can be searched. */
const choicesMax = 8

type Option = { value: string; label: string }

/** One of several values. */
export type Choice = {
  kind: 'choice'
  options: readonly (Option | { group: string; items: Option[] })[]
  /** The label of no choice, as the first of the options; without it the field can be emptied. */
  any?: string
  /** The value that stands for no choice in the URL. */
  initial?: string
  placeholder?: string
  /** Lists a value that only a link has set as it is. */
  listsOthers?: boolean
  /** Other filters that a choice resets. */
  resets?: readonly string[]
}

type Kind =
  | { kind: 'search' }
  | Choice
  | { kind: 'choices'; options: readonly string[] }
  | { kind: 'text'; placeholder?: string }
  | { kind: 'day'; name: 'from' | 'to' }
  | { kind: 'other'; element: ReactNode; names: readonly string[] }

/** A filter with its query parameter. */
export type FilterField = Kind & {
  name: string
  label: string
  /** Always in view. On phones the other fields are behind a button, which counts those in use. */
  isPinned?: boolean
  /** Behind a button on every screen. */
  isRare?: boolean
}

/** The name of a field is above it, or in it while it is empty; a chip is smaller. */
type Look = 'labels' | 'plain' | 'chips'

type Props = {
  fields: readonly FilterField[]
  look?: Look
  /** Shows a button that resets all fields while one of them is set. */
  canReset?: boolean
  /** What else is in the row. */
  children?: ReactNode
}

/** The filters of a list, each stored in a query parameter. */
export function FilterBar({ fields, look = 'plain', canReset = false, children }: Props) {
  const values = useSearchParams()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isInRow = ({ isPinned, isRare }: FilterField) => (isNarrow ? isPinned : !isRare)
  const row = fields.filter(isInRow)
  const folded = fields.filter((field) => !isInRow(field))
  const isSet = (field: FilterField) => namesOf(field).some((name) => values[name])
  const count = folded.filter(isSet).length
  const [isOpen, setIsOpen] = useState(count > 0 && (look === 'chips' || !isNarrow))
  // On phones the filters in view have their own ×.
  const isResettable = canReset && (isNarrow && folded.length > 0 ? folded : fields).some(isSet)
  return (
    <Stack gap="xs" flex={1} role="search">
      <Group gap="xs" align="flex-end" className={look === 'chips' ? '' : 'filter-bar'}>
        {row.map((field) => (
          <Filter key={field.name} field={field} look={look} />
        ))}
        {folded.length > 0 && (
          <FoldButton
            isCounting={isNarrow && look !== 'chips'}
            count={count}
            isOpen={isOpen}
            isChip={look === 'chips'}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
        {isResettable && <ResetButton names={fields.flatMap(namesOf)} />}
        {children}
      </Group>
      {isOpen && folded.length > 0 && (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing="xs">
          {folded.map((field) => (
            <Filter
              key={field.name}
              field={field}
              look={look === 'chips' || field.isRare ? 'labels' : look}
            />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

/** The query parameters of a field. */
function namesOf(field: FilterField): readonly string[] {
  return field.kind === 'other' ? field.names : [field.name]
}

type FoldProps = {
  isCounting: boolean
  count: number
  isOpen: boolean
  isChip: boolean
  onClick: () => void
}

function FoldButton({ isCounting, count, isOpen, isChip, onClick }: FoldProps) {
  const t = useMessages(filterMessages)
  const label = isCounting
    ? t(count > 0 ? 'filtersSet' : 'filters', { count })
    : t(isOpen ? 'fewerFilters' : 'moreFilters')
  return (
    <Button
      variant={count > 0 && !isOpen ? 'light' : 'default'}
      leftSection={<SlidersHorizontal size={isChip ? 14 : 16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onClick}
      {...(isChip ? { size: 'xs', radius: 'xl' } : {})}
    >
      {label}
    </Button>
  )
}

function ResetButton({ names }: { names: readonly string[] }) {
  const t = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<X size={14} aria-hidden />}
      onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
    >
      {t('resetFilters')}
    </Button>
  )
}

function Filter({ field, look }: { field: FilterField; look: Look }) {
  switch (field.kind) {
    case 'search':
      return <SearchFilter label={field.label} />
    case 'text':
      return <TextFilter {...field} look={look} />
    case 'day':
      return <DayFilter name={field.name} label={field.label} />
    case 'choice':
      return <ChoiceFilter {...field} look={look} />
    case 'choices':
      return <ChoicesFilter {...field} look={look} />
    default:
      return field.element
  }
}

type FieldProps<Of extends Kind> = Of & { name: string; label: string; look: Look }

function nameProps(label: string, look: Look, placeholder?: string) {
  if (look === 'labels') return { label, ...(placeholder ? { placeholder } : {}) }
  const named = { 'aria-label': label, placeholder: placeholder ?? label }
  return look === 'plain' ? named : ({ ...named, size: 'xs', radius: 'xl', w: 144 } as const)
}

function SearchFilter({ label }: { label: string }) {
  const [search, setSearch] = useSearchText()
  return (
    <Box className="filter-bar-search">
      <SearchField label={label} value={search} onChange={setSearch} />
    </Box>
  )
}

function TextFilter({
  name,
  label,
  look,
  placeholder,
}: FieldProps<Extract<Kind, { kind: 'text' }>>) {
  const [value, setValue] = useSearchParam(name)
  const { text, type } = useTypedText(value, setValue, typingMs)
  return (
    <TextInput
      {...nameProps(label, look, placeholder)}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

function ChoiceFilter({ name, label, look, any, initial = '', ...field }: FieldProps<Choice>) {
  const t = useMessages(filterMessages)
  const common = useMessages(commonMessages)
  const [value] = useSearchParam(name)
  const change = useSearchParamsSetter()
  const all = field.options.flatMap((each) => ('items' in each ? each.items : [each]))
  const isOther = value && field.listsOthers && !all.some((option) => option.value === value)
  const canEmpty = any === undefined && initial === ''
  const placeholder = field.placeholder ?? (look === 'labels' ? t('any') : label)
  return (
    <Select
      {...nameProps(label, look, placeholder)}
      data={[
        ...(any === undefined ? [] : [{ value: '', label: any }]),
        ...field.options.map((each) =>
          'items' in each ? { ...each, items: [...each.items] } : each,
        ),
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      value={canEmpty ? value : (value ?? initial)}
      onChange={(next) =>
        change({
          ...Object.fromEntries((field.resets ?? []).map((other) => [other, null])),
          [name]: next === initial ? null : next,
        })
      }
      allowDeselect={canEmpty}
      searchable={all.length > choicesMax}
      limit={200}
      maxDropdownHeight={320}
      {...(canEmpty && {
        clearable: true,
        // It replaces the arrow, so that a long choice is readable.
        clearSectionMode: 'clear',
        clearButtonProps: { 'aria-label': `${common('resetFilters')}: ${label}` },
      })}
    />
  )
}

function ChoicesFilter({
  name,
  label,
  look,
  options,
}: FieldProps<Extract<Kind, { kind: 'choices' }>>) {
  const [value, setValue] = useSearchParam(name)
  const chosen = value?.split(',') ?? []
  return (
    <MultiSelect
      {...nameProps(label, look, chosen.length === 0 ? label : '')}
      data={[...options]}
      value={chosen}
      onChange={(values) => setValue(values.join(','))}
      clearable
    />
  )
}
