import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { AccountListItem, PostingPlan } from '@postern/sdk'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { queueMessages } from '../../post/queue/messages.ts'
import { PlanTimes } from '../../post/queue/plan-times.tsx'
import { TimesForm } from '../../post/queue/times-form.tsx'
import { updatePlan } from '../../post/queue/update-plan.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'

type Props = { account: AccountListItem }

/** The plan that applies to the account: its own, or that of its profile. */
export function AccountPlan({ account }: Props) {
  const t = useMessages(queueMessages)
  const nameOf = useProfileName()
  const canEdit = useMay('posts:write')
  const plan = useData(
    'posts',
    ['posting-plan', account.id],
    (each) => each.accounts.postingPlan(account.id),
    { scope: 'all' },
  )
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {t('postingTimes')}
      </Title>
      <DataState query={plan} rows={2}>
        {(shown) => (
          <Stack gap="sm">
            <Text size="sm">
              {shown.account_id
                ? t('ofAccount')
                : t('ofProfile', { name: nameOf(shown.profile_id) })}
            </Text>
            <Stack gap={4}>
              <PlanTimes plan={shown} />
            </Stack>
            {shown.paused && (
              <Alert color="yellow" variant="light" icon={<Pause />} title={t('pausedTitle')}>
                {t('pausedText')}
              </Alert>
            )}
            {canEdit && <PlanActions plan={shown} accountId={account.id} />}
          </Stack>
        )}
      </DataState>
    </Paper>
  )
}

function PlanActions({ plan, accountId }: { plan: PostingPlan; accountId: string }) {
  const t = useMessages(queueMessages)
  const [edited, edit] = useState<PostingPlan | null>(null)
  const isOwn = plan.account_id !== null
  const pause = useAction((_client, paused: boolean) => updatePlan(plan, { paused }), {
    topics: ['posts'],
    successMessage: ({ paused }) => t(paused ? 'pausedDone' : 'resumedDone'),
  })
  return (
    <Group gap="xs">
      {plan.slots.length > 0 && (
        <Button
          size="xs"
          variant={plan.paused ? 'filled' : 'default'}
          leftSection={
            plan.paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />
          }
          loading={pause.isPending}
          onClick={() => pause.mutate(!plan.paused)}
        >
          {t(plan.paused ? 'resume' : 'pause')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => edit(plan)}>
        {t(isOwn ? 'editTimes' : 'editShared')}
      </Button>
      {isOwn ? (
        <RemovePlan accountId={accountId} />
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => edit({ ...plan, account_id: accountId })}
        >
          {t('ownTimes')}
        </Button>
      )}
      {edited && <TimesForm plan={edited} onClose={() => edit(null)} />}
    </Group>
  )
}

function RemovePlan({ accountId }: { accountId: string }) {
  const t = useMessages(queueMessages)
  const ask = useConfirm()
  const remove = useAction(() => client.accounts.deletePostingPlan(accountId), {
    topics: ['posts'],
    successMessage: t('removed'),
  })
  const confirm = async () => {
    const question = {
      title: t('useProfileTitle'),
      text: t('useProfileText'),
      action: t('remove'),
    }
    if (await ask(question)) remove.mutate(undefined)
  }
  return (
    <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void confirm()}>
      {t('useProfile')}
    </Button>
  )
}
