import { Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { FormError } from '../parts/form-error.tsx'
import { commonMessages } from '../parts/messages.ts'
import { accountHandle } from '../parts/visible-name.ts'
import { useMember } from '../session/use-session.ts'
import { BrandNameField, useBrandNameInput } from './brand-name.tsx'
import { CreatedLinkView } from './created-link.tsx'
import type { SendKind } from './email-text.ts'
import { linkMessages } from './messages.ts'
import type { Created } from './use-create.ts'
import { useCreate } from './use-create.ts'
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
  const { default_redirect_url: redirectUrl } = useMember()
  const brandName = useBrandNameInput()
  const create = useCreate(onCreated)
  const send = (kind: SendKind) => {
    if (!brandName.check()) return
    const { name } = brandName
    create.mutate({ kind, profileId: account.profile_id, account, redirectUrl, brandName: name })
  }
  return (
    <Stack>
      <Text size="sm">{t('reconnectText')}</Text>
      <BrandNameField input={brandName} error={create.error} isFirst />
      <Stack gap="xs" role="group" aria-label={t('howToSend')}>
        {choices.map(({ kind, icon: Icon, title, text }, index) => (
          <UnstyledButton
            key={kind}
            className="reconnect-choice"
            onClick={() => send(kind)}
            disabled={create.isPending}
            data-autofocus={(index === 0 && !brandName.isAsked) || undefined}
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
      <FormError error={create.error} fields={['brand_name']} />
    </Stack>
  )
}
