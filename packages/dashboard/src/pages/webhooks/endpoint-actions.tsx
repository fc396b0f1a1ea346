import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, History, KeyRound, PauseCircle, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { webhookMessages } from './messages.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { useActivation } from './use-endpoint.ts'

type Props = { endpoint: WebhookEndpoint; isTesting: boolean; onTest: () => void }

export function EndpointActions({ endpoint, isTesting, onTest }: Props) {
  const t = useMessages(webhookMessages)
  const p = useMessages(partWords)
  const { ask } = useActivation(endpoint)
  const remove = useRemoval(endpoint)
  const [open, setOpen] = useState<'edit' | 'rotate' | 'recover' | null>(null)
  const close = () => setOpen(null)
  const isPaused = endpoint.inactive_reason === 'owner'
  return (
    <>
      {/* Enabling is the primary action of a disabled endpoint. */}
      <Button
        variant={endpoint.active ? 'filled' : 'default'}
        leftSection={<Send size={16} aria-hidden />}
        loading={isTesting}
        onClick={onTest}
      >
        {t('test')}
      </Button>
      <Button
        variant="default"
        leftSection={<Pencil size={16} aria-hidden />}
        onClick={() => setOpen('edit')}
      >
        {t('edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={p('actions')}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<History size={16} aria-hidden />}
            disabled={!endpoint.active}
            onClick={() => setOpen('recover')}
          >
            {t('recover')}
            {!endpoint.active && (
              <Text size="xs" c="dimmed">
                {t(isPaused ? 'resumeFirst' : 'enableFirst')}
              </Text>
            )}
          </Menu.Item>
          <Menu.Item
            leftSection={<KeyRound size={16} aria-hidden />}
            onClick={() => setOpen('rotate')}
          >
            {t('rotate')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              endpoint.active ? (
                <PauseCircle size={16} aria-hidden />
              ) : (
                <Play size={16} aria-hidden />
              )
            }
            onClick={() => void ask(!endpoint.active).catch(() => {})}
          >
            {t(endpoint.active ? 'pause' : isPaused ? 'resume' : 'enable')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => void remove()}
          >
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EndpointForm opened={open === 'edit'} endpoint={endpoint} onClose={close} />
      <RotateDialog endpoint={endpoint} opened={open === 'rotate'} onClose={close} />
      <RecoverDialog endpoint={endpoint} opened={open === 'recover'} onClose={close} />
    </>
  )
}

function useRemoval(endpoint: WebhookEndpoint): () => Promise<void> {
  const t = useMessages(webhookMessages)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useAction(() => client.webhooks.delete(endpoint.id), {
    topics: [],
    successMessage: t('deleted'),
    onSuccess: () => void navigate({ to: '/webhooks' }),
  })
  return async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText'), action: t('delete') }
    if (await confirm(question)) remove.mutate(undefined)
  }
}
