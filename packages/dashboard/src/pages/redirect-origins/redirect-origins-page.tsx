import { Anchor, Box, Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import type { RedirectOrigin } from '@postern/sdk'
import { Globe, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
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
  const [text, setText] = useState('')
  const add = useAction(() => client.connect.origins.register({ origin: originOf(text) }), {
    topics: ['connect_settings'],
    onError: shownInForm,
    onSuccess: (added) => {
      notifySuccess(t('added', { origin: added.origin }))
      setText('')
    },
  })
  const origin = originOf(text)
  const isKnown = known.some((each) => each.origin === origin)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isKnown) add.mutate(undefined)
  }
  const error = isKnown ? t('alreadyRegistered', { origin }) : fieldError(add.error, 'origin')
  const isRewritten = origin !== text.trim()
  return (
    <Box component="form" onSubmit={submit} noValidate w="100%" ta="start">
      <Stack>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('origin')}
            description={!error && (isRewritten ? t('addedAs', { origin }) : t('rule'))}
            placeholder="app.example.com"
            inputMode="url"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={error}
            maxLength={2_048}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex="1 1 260px"
          />
          <Button
            type="submit"
            mt={{ base: 0, xs: 25 }}
            loading={add.isPending}
            disabled={!text.trim()}
          >
            {t('add')}
          </Button>
        </Group>
        <FormError error={add.error} fields={['origin']} />
      </Stack>
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
