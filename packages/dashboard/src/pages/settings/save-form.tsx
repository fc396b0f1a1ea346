import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from '../../parts/form-error.tsx'

type Props = {
  save: { error: Error | null; isPending: boolean; mutate: (input: undefined) => void }
  /** Fields that show their own errors. */
  fields: readonly string[]
  label: string
  isMain?: boolean
  children: ReactNode
}

export function SaveForm({ save, fields, label, isMain = true, children }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        {children}
        <FormError error={save.error} fields={fields} />
        <Group justify="flex-end">
          <Button type="submit" variant={isMain ? 'filled' : 'default'} loading={save.isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
