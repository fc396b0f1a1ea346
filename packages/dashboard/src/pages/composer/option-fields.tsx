import { NumberInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { PlatformValue } from '@postern/sdk'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import type { JsonValue, Options } from './composition.ts'
import { optionWords } from './option-words.ts'
import { PeopleField, type Person } from './people-field.tsx'
import { type Kind, type OptionField, platformOptions } from './platform-options.ts'

type Props = {
  platform: PlatformValue
  kind: Kind
  options: Options
  /** The sentence on an option that is wrong. */
  errorOf: (name: string) => ReactNode
  onChange: (options: Options) => void
}

/** What the platform lets one choose; what does not fit the content is shown only when it is set. */
export function OptionFields({ platform, kind, options, errorOf, onChange }: Props) {
  const fields = platformOptions[platform].filter(
    (field) => !field.for || field.for.includes(kind) || options[field.name] !== undefined,
  )
  const set = (name: string, value: JsonValue | undefined) => {
    const { [name]: _, ...others } = options
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={options[field.name]}
          error={errorOf(field.name)}
          onChange={(value) => set(field.name, value)}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  field: OptionField
  value: JsonValue | undefined
  error: ReactNode
  onChange: (value: JsonValue | undefined) => void
}

function Field({ field, value, error, onChange }: FieldProps) {
  const t = useMessages(optionWords)
  const common = {
    label: t(field.label),
    error,
    ...(field.hint ? { description: t(field.hint) } : {}),
  }
  switch (field.as) {
    case 'choice':
      return (
        <Select
          {...common}
          required={field.required ?? false}
          placeholder={t(field.required ? 'choose' : 'platformDefault')}
          data={field.values.map(({ value: word, label }) => ({ value: word, label: t(label) }))}
          value={typeof value === 'string' ? value : null}
          clearable
          onChange={(word) => onChange(word ?? undefined)}
        />
      )
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === (field.on ?? true)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? (field.on ?? true) : undefined)
          }
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={typeof value === 'number' ? value : ''}
          onChange={(number) => onChange(typeof number === 'number' ? number : undefined)}
        />
      )
    case 'names':
      return (
        <TagsInput
          {...common}
          maxTags={field.max}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(names) => onChange(names.length > 0 ? names : undefined)}
        />
      )
    case 'people':
      return (
        <PeopleField
          {...common}
          people={(Array.isArray(value) ? value : []) as Person[]}
          onChange={(people) => onChange(people.length > 0 ? people : undefined)}
        />
      )
    default:
      return (
        <TextInput
          {...common}
          type={field.isUrl ? 'url' : 'text'}
          maxLength={field.charsMax}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
  }
}
