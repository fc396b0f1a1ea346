import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { brandMessages } from './messages.ts'

type Props = { logoUrl: string | null; onSaved: () => void }

/** For owners who host their logo themselves; folded unless they do. */
export function LogoUrl({ logoUrl, onSaved }: Props) {
  const t = useMessages(brandMessages)
  const savedUrl = logoUrl && !isUploaded(logoUrl) ? logoUrl : ''
  const [isOpen, setIsOpen] = useState(savedUrl !== '')
  const form = useForm({
    initialValues: { logo_url: savedUrl },
    send: ({ logo_url }, client) => client.connect.settings.update({ logo_url: logo_url.trim() }),
    topics: ['connect_settings'],
    successMessage: t('logoSaved'),
    onSuccess: onSaved,
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
  const url = form.values.logo_url.trim()
  return (
    <Form form={form}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('logoUrl')}
          type="url"
          placeholder="https://"
          flex={1}
          inputWrapperOrder={['label', 'input', 'error']}
          {...form.field('logo_url')}
        />
        <Button
          type="submit"
          variant="default"
          loading={form.isPending}
          disabled={!url || url === savedUrl}
        >
          {t('useIt')}
        </Button>
      </Group>
    </Form>
  )
}

function isUploaded(url: string): boolean {
  return /\/logos\/[0-9a-f]{64}\.webp$/.test(url)
}
