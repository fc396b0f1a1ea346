import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { fieldError } from '../parts/error-notice.tsx'
import { FormError, shownInForm } from '../parts/form-error.tsx'
import { commonMessages } from '../parts/messages.ts'
import { useMember } from '../session/use-session.ts'
import { linkMessages } from './messages.ts'

type FieldProps = {
  value: string
  error: Error | null
  description?: string
  onChange: (name: string) => void
}

/** The name by which clients know who asks them to connect an account. */
export function BrandNameField({ value, error, description, onChange }: FieldProps) {
  const t = useMessages(linkMessages)
  return (
    <TextInput
      label={t('brandName')}
      description={description}
      dir="auto"
      maxLength={LIMITS.brand.nameCharsMax}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldError(error, 'brand_name')}
    />
  )
}

/** Warns that a client would not read who invites them. Owners can enter the name right there. */
export function MissingBrandName({ onSaved }: { onSaved: () => void }) {
  const t = useMessages(linkMessages)
  const isOwner = useMember().member.role === 'owner'
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<TriangleAlert aria-hidden />}
      title={t('noBrandTitle')}
    >
      {isOwner ? <BrandNameForm onSaved={onSaved} /> : <Text size="sm">{t('noBrandStaff')}</Text>}
    </Alert>
  )
}

function BrandNameForm({ onSaved }: { onSaved: () => void }) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const [name, setName] = useState('')
  const save = useAction((client) => client.connect.settings.update({ brand_name: name.trim() }), {
    topics: ['connect_settings'],
    onSuccess: onSaved,
    onError: shownInForm,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Text size="sm">{t('noBrand')}</Text>
        <Group gap="xs" align="flex-end">
          <Box flex="1 1 16rem">
            <BrandNameField value={name} error={save.error} onChange={setName} />
          </Box>
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={name.trim() === ''}
          >
            {common('save')}
          </Button>
        </Group>
        <FormError error={save.error} fields={['brand_name']} />
      </Stack>
    </form>
  )
}
