import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { brandMessages } from './messages.ts'

type Props = { logoUrl: string | null; onSaved: () => void }

/** For owners who host their logo themselves; folded unless they do. */
export function LogoUrl({ logoUrl, onSaved }: Props) {
  const t = useMessages(brandMessages)
  const savedUrl = logoUrl && !isUploaded(logoUrl) ? logoUrl : ''
  const [isOpen, setIsOpen] = useState(savedUrl !== '')
  const [url, setUrl] = useState(savedUrl)
  const save = useAction((client) => client.connect.settings.update({ logo_url: url.trim() }), {
    topics: ['connect_settings'],
    successMessage: t('logoSaved'),
    onSuccess: onSaved,
    onError: shownInForm,
  })
  if (!isOpen) {
    return (
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsOpen(true)}
      >
        {t('useUrl')}
      </Anchor>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('logoUrl')}
          type="url"
          placeholder="https://"
          flex={1}
          inputWrapperOrder={['label', 'input', 'error']}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={fieldError(save.error, 'logo_url')}
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={!url.trim() || url.trim() === savedUrl}
        >
          {t('useIt')}
        </Button>
      </Group>
      <FormError error={save.error} fields={['logo_url']} />
    </form>
  )
}

function isUploaded(url: string): boolean {
  return /\/logos\/[0-9a-f]{64}\.webp$/.test(url)
}
