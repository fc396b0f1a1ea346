import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { ClientNumbers } from '../../parts/client-numbers.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useOverview } from '../../session/use-overview.ts'
import { useMember } from '../../session/use-session.ts'
import { Attention } from './attention.tsx'
import { Clients } from './clients.tsx'
import { areStepsHidden } from './first-steps-state.ts'
import { overviewMessages } from './messages.ts'
import classes from './overview.module.css'
import { Upcoming } from './upcoming.tsx'

/** On demand, because most members have hidden or completed them. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

export function Page() {
  const t = useMessages(overviewMessages)
  const { member } = useMember()
  const overview = useOverview()
  return (
    <PageFrame title={t('title')}>
      <Stack gap="md" className={classes.page}>
        {member.role === 'owner' && !areStepsHidden() && (
          <Suspense fallback={<Skeleton className={classes.steps} aria-busy />}>
            <FirstSteps />
          </Suspense>
        )}
        <div className={classes.top}>
          <Attention />
          <Upcoming />
        </div>
        <ClientNumbers statistics={overview.data?.statistics} isError={overview.isError} />
        <Clients />
      </Stack>
    </PageFrame>
  )
}
