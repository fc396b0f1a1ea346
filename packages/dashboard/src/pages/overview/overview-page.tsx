import { Stack } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { ClientNumbers } from '../../parts/client-numbers.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMember } from '../../session/use-session.ts'
import { NextPosts } from '../posts/parts/next-posts.tsx'
import { Attention } from './attention.tsx'
import { Clients } from './clients.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewMessages } from './messages.ts'
import classes from './overview.module.css'

export function Page() {
  const t = useMessages(overviewMessages)
  const { member } = useMember()
  return (
    <PageFrame title={t('title')}>
      {member.role === 'owner' && <FirstSteps />}
      <div className={classes.top}>
        <Attention />
        <NextPosts />
      </div>
      <Stack gap="lg">
        <ClientNumbers />
        <Clients />
      </Stack>
    </PageFrame>
  )
}
