import { Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Form, useForm } from '../parts/form.tsx'
import { commonMessages } from '../parts/messages.ts'
import { accountHandle } from '../parts/visible-name.ts'
import { useMember } from '../session/use-session.ts'
import { BrandNameField, useIsBrandNameAsked } from './brand-name.tsx'
import { type Created, createLinkOrInvitation, createTopics } from './create.ts'
import { CreatedLinkView } from './created-link.tsx'
import type { SendKind } from './email-text.ts'
import { linkMessages } from './messages.ts'
import './reconnect.css'

type Props = { account: AccountListItem; onClose: () => void }

/** Creates a link or an invitation for one account and waits until the client has reconnected it. */
// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function ReconnectDialog({ account, onClose }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const [created, setCreated] = useState<Created | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      // The URL is shown only once; an accidental click must not close it.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {t('reconnectFor', { name: accountHandle(account) })}
        </Text>
      }
    >
      {created ? (
        <Stack>
          <CreatedLinkView created={created} />
          <Group className="dialog-buttons" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Choice account={account} onCreated={setCreated} />
      )}
    </Modal>
  )
}

const choices = [
  { kind: 'invitation', icon: Mail, title: 'byEmail', text: 'reconnectByEmail' },
  { kind: 'link', icon: Link2, title: 'onTheSpot', text: 'reconnectOnTheSpot' },
] as const

type ChoiceProps = { account: AccountListItem; onCreated: (created: Created) => void }

/** One press creates the URL; only a missing brand name has to be set first. */
function Choice({ account, onCreated }: ChoiceProps) {
  const t = useMessages(linkMessages)
  const { default_redirect_url: redirect_url } = useMember()
  const isNameAsked = useIsBrandNameAsked()
  const form = useForm({
    initialValues: { kind: 'invitation' as SendKind, brand_name: '' },
    check: ({ brand_name }) => ({
      brand_name: isNameAsked && !brand_name.trim() && t('brandNameMissing'),
    }),
    send: ({ kind, brand_name }) =>
      createLinkOrInvitation({
        kind,
        profile_id: account.profile_id,
        account,
        redirect_url,
        brand_name: brand_name.trim(),
      }),
    topics: createTopics,
    onSuccess: onCreated,
  })
  return (
    <Form form={form}>
      <Text size="sm">{t('reconnectText')}</Text>
      {isNameAsked && <BrandNameField data-autofocus {...form.field('brand_name')} />}
      <Stack gap="xs" role="group" aria-label={t('howToSend')}>
        {choices.map(({ kind, icon: Icon, title, text }, index) => (
          <UnstyledButton
            key={kind}
            type="submit"
            className="reconnect-choice"
            onClick={() => form.set({ kind })}
            disabled={form.isPending}
            data-autofocus={(index === 0 && !isNameAsked) || undefined}
          >
            <Icon size={20} aria-hidden />
            <span>
              <Text span display="block" fw={600} size="sm">
                {t(title)}
              </Text>
              <Text span display="block" size="sm" c="dimmed">
                {t(text)}
              </Text>
            </span>
          </UnstyledButton>
        ))}
      </Stack>
    </Form>
  )
}
