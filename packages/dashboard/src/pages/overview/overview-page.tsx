import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { ClientNumbers } from '../../parts/client-numbers.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMember } from '../../session/use-session.ts'
import { Attention } from './attention.tsx'
import { areStepsHidden } from './first-steps-state.ts'
import { overviewMessages } from './messages.ts'
import classes from './overview.module.css'

/** Loaded on demand, so that the first page stays small. */
const Clients = lazy(async () => ({ default: (await import('./clients.tsx')).Clients }))
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))
const NextPosts = lazy(async () => ({
  default: (await import('../posts/parts/next-posts.tsx')).NextPosts,
}))

export function Page() {
  const t = useMessages(overviewMessages)
  const { member } = useMember()
  return (
    <PageFrame title={t('title')}>
      {member.role === 'owner' && !areStepsHidden() && (
        <Suspense fallback={<Skeleton className={classes.reserved} />}>
          <FirstSteps />
        </Suspense>
      )}
      <div className={classes.top}>
        <Attention />
        <Suspense fallback={<Skeleton mih={340} />}>
          <NextPosts />
        </Suspense>
      </div>
      <Stack gap="lg">
        <ClientNumbers />
        <Suspense>
          <Clients />
        </Suspense>
      </Stack>
    </PageFrame>
  )
}
