import { Anchor, Box, Button, Group, Paper, TextInput } from '@mantine/core'
import type { RedirectOrigin } from '@postern/sdk'
import { Globe, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { notifySuccess } from '../../parts/notify.tsx'
import { originOf } from '../../parts/origin-of.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { useMember } from '../../session/use-session.ts'
import { originMessages } from './messages.ts'

export function Page() {
  const t = useMessages(originMessages)
  const list = useList(
    'connect_settings',
    'origins',
    (each, page) => each.connect.origins.list(page),
    {
      scope: 'all',
    },
  )
  const columns: Column<RedirectOrigin>[] = [
    {
      key: 'origin',
      label: t('title'),
      role: 'title',
      cell: ({ origin }) => (
        <Group gap="xs" wrap="nowrap">
          <b className="untrusted">{origin}</b>
          <CopyButton value={origin} label={origin} />
        </Group>
      ),
    },
    {
      key: 'since',
      label: t('since'),
      cell: ({ created_at }) => <When at={created_at} size="sm" />,
    },
    {
      key: 'remove',
      label: t('remove'),
      role: 'action',
      width: 1,
      cell: (each) => <Remove of={each} />,
    },
  ]
  return (
    <PageFrame
      title={t('title')}
      text={
        <>
          {t('text')}{' '}
          <Anchor underline="always" href="/docs/guides/connect-links">
            {t('guide')}
          </Anchor>
        </>
      }
      narrow
    >
      {list.items.length > 0 && (
        <Paper withBorder p="md">
          <AddOrigin known={list.items} />
        </Paper>
      )}
      <ListStates
        list={list}
        empty={
          <Empty
            icon={Globe}
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<AddOrigin known={[]} />}
          />
        }
      >
        {(origins) => (
          <StackTable label={t('title')} columns={columns} items={origins} keyOf={({ id }) => id} />
        )}
      </ListStates>
    </PageFrame>
  )
}

function AddOrigin({ known }: { known: RedirectOrigin[] }) {
  const t = useMessages(originMessages)
  const isKnown = (text: string) => known.some(({ origin }) => origin === originOf(text))
  const alreadyRegistered = (text: string) => t('alreadyRegistered', { origin: originOf(text) })
  const form = useForm({
    initialValues: { origin: '' },
    check: ({ origin }) => ({ origin: isKnown(origin) && alreadyRegistered(origin) }),
    send: ({ origin }) => client.connect.origins.register({ origin: originOf(origin) }),
    topics: ['connect_settings'],
    onSuccess: ({ origin }) => {
      notifySuccess(t('added', { origin }))
      form.reset()
    },
  })
  const { value: text, ...field } = form.field('origin')
  const error = isKnown(text) ? alreadyRegistered(text) : field.error
  const origin = originOf(text)
  return (
    <Box w="100%" ta="start">
      <Form form={form}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('origin')}
            description={!error && (origin !== text.trim() ? t('addedAs', { origin }) : t('rule'))}
            placeholder="app.example.com"
            inputMode="url"
            maxLength={2_048}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex="1 1 260px"
            {...field}
            value={text}
            error={error}
          />
          <Button
            type="submit"
            mt={{ base: 0, xs: 25 }}
            loading={form.isPending}
            disabled={!text.trim()}
          >
            {t('add')}
          </Button>
        </Group>
      </Form>
    </Box>
  )
}

function Remove({ of: { id, origin } }: { of: RedirectOrigin }) {
  const t = useMessages(originMessages)
  const confirm = useConfirm()
  const remove = useAction(() => client.connect.origins.remove(id), {
    topics: ['connect_settings'],
    successMessage: t('removed', { origin }),
  })
  const { default_redirect_url: ownPage } = useMember()
  const [isCounting, setIsCounting] = useState(false)
  const ask = async () => {
    setIsCounting(true)
    const count = await countOpen(origin, ownPage).catch(() => null)
    setIsCounting(false)
    const yes = await confirm({
      title: t('removeTitle', { origin }),
      text: count === null ? t('removeText') : t(count ? 'removeUsed' : 'removeUnused', { count }),
      action: t('remove'),
    })
    if (yes) remove.mutate(undefined)
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Trash2 size={14} aria-hidden />}
      aria-label={t('removeOf', { origin })}
      onClick={() => void ask()}
      loading={isCounting || remove.isPending}
    >
      {t('remove')}
    </Button>
  )
}

/** How many open invitations and links return to the origin; `null` if there are too many to count. */
async function countOpen(origin: string, ownPage: string): Promise<number | null> {
  const [invitations, links] = await Promise.all([
    client.connect.invitations.list({ status: 'open', limit: 100 }),
    client.connect.links.list({ status: 'valid', limit: 100 }),
  ])
  if (invitations.has_more || links.has_more) return null
  // A link of an invitation is counted as its invitation.
  const open = [...invitations.data, ...links.data.filter((each) => !each.invitation_id)]
  return open.filter(({ redirect_url: url }) => url.startsWith(`${origin}/`) && url !== ownPage)
    .length
}
