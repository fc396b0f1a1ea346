import { Anchor, Stack } from '@mantine/core'
import type { PostingPlan } from '@postern/sdk'
import { useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { queueMessages } from '../../post/queue/messages.ts'
import { PlanTimes } from '../../post/queue/plan-times.tsx'
import { TimesForm } from '../../post/queue/times-form.tsx'
import type { ProfileName } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'

/** The weekly times at which queued posts of the profile are published. */
export function PostingTimes({ profile }: { profile: ProfileName }) {
  const t = useMessages(queueMessages)
  const canEdit = useMay('posts:write')
  const [edited, edit] = useState<PostingPlan | null>(null)
  const plan = useData(
    'posts',
    ['posting-plan', profile.id],
    (client) => client.profiles.postingPlan(profile.id),
    { scope: 'all' },
  )
  return (
    <DataState query={plan} rows={2}>
      {(shown) => (
        <Stack gap={4} align="flex-start">
          <PlanTimes plan={shown} />
          {canEdit && (
            <Anchor component="button" type="button" size="sm" onClick={() => edit(shown)}>
              {t('editTimes')}
            </Anchor>
          )}
          {edited && <TimesForm plan={edited} onClose={() => edit(null)} />}
        </Stack>
      )}
    </DataState>
  )
}
