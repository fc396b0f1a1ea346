import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useFocusInvalid } from '../../parts/focus-invalid.ts'
import { FormError } from '../../parts/form-error.tsx'

type Props = {
  save: { error: Error | null; isPending: boolean; mutate: (input: undefined) => void }
  /** Fields that show their own errors. */
  fields: readonly string[]
  label: string
  /** Whether there is something to save. */
  isChanged: boolean
  isMain?: boolean
  children: ReactNode
}

/** The order of a field whose neighbor has no hint, so that both inputs are in one line. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** A form whose button is enabled once something was changed. */
export function SaveForm(props: Props) {
  const { save, fields, label, isChanged, isMain = true, children } = props
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalid(form, save.error)
  return (
    <form
      ref={form}
      // The API names what is missing or wrong, at its field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate(undefined)
      }}
    >
      <Stack>
        {children}
        <FormError error={save.error} fields={fields} />
        <Group justify="flex-end">
          <Button
            type="submit"
            variant={isMain ? 'filled' : 'default'}
            disabled={!isChanged}
            loading={save.isPending}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
