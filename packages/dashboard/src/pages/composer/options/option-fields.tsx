import { NumberInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { ContentKind, PlatformOption, PlatformValue } from '@postern/sdk'
import type { ReactNode } from 'react'
import { platformOf, useLabel } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import type { JsonValue, Options } from '../../../post/composition.ts'
import { optionMessages } from './option-messages.ts'
import { PeopleField, type Person } from './people-field.tsx'

type Props = {
  platform: PlatformValue
  kind: ContentKind
  /** Shows the prominent options, else the others. */
  isProminent: boolean
  options: Options
  /** The validation message of an option. */
  errorOf: (name: string) => ReactNode
  onChange: (options: Options) => void
}

/** The platform's options. One that does not apply to this kind of content is shown only if set. */
export function OptionFields({ platform, kind, isProminent, options, errorOf, onChange }: Props) {
  const fields = (platformOf(platform)?.options ?? [])
    .filter(({ prominent }) => prominent === isProminent)
    .filter(({ name, kinds }) => kinds.includes(kind) || options[name] !== undefined)
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
  field: PlatformOption
  value: JsonValue | undefined
  error: ReactNode
  onChange: (value: JsonValue | undefined) => void
}

function Field({ field, value, error, onChange }: FieldProps) {
  const t = useMessages(optionMessages)
  const label = useLabel()
  const common = {
    label: label(field.opposite ?? field.label),
    error,
    ...(field.help ? { description: label(field.help) } : {}),
  }
  switch (field.type) {
    case 'choice':
      return (
        <Select
          {...common}
          required={field.required}
          placeholder={t(field.required ? 'choose' : 'platformDefault')}
          data={field.choices.map((choice) => ({
            value: choice.value,
            label: label(choice.label),
          }))}
          value={typeof value === 'string' ? value : null}
          clearable
          onChange={(choice) => onChange(choice ?? undefined)}
        />
      )
    case 'boolean':
      if (field.opposite) {
        return (
          <Switch
            {...common}
            checked={value === false}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? false : undefined)}
          />
        )
      }
      return (
        <Switch
          {...common}
          checked={(value ?? field.default ?? false) === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked === (field.default ?? false) ? undefined : checked)
          }
        />
      )
    case 'integer':
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
    case 'texts':
      return (
        <TagsInput
          {...common}
          {...(field.max === null ? {} : { maxTags: field.max })}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(names) => onChange(names.length > 0 ? names : undefined)}
        />
      )
    case 'people':
      return (
        <PeopleField
          {...common}
          max={field.max}
          people={(Array.isArray(value) ? value : []) as Person[]}
          onChange={(people) => onChange(people.length > 0 ? people : undefined)}
        />
      )
    default:
      return (
        <TextInput
          {...common}
          type={field.type}
          {...(field.max === null ? {} : { maxLength: field.max })}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
  }
}
