import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Compass, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Empty } from '../parts/empty.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { useMember } from '../session/use-session.ts'
import { shellMessages } from './messages.ts'

export function NotFound() {
  const t = useMessages(shellMessages)
  return (
    <PageFrame title={t('notFound')}>
      <Empty
        icon={Compass}
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <Button component={Link} to="/">
            {t('toOverview')}
          </Button>
        }
      />
    </PageFrame>
  )
}

export function PageFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useMessages(shellMessages)
  return (
    <PageFrame title={t('pageFailed')}>
      <ErrorNotice error={error} onRetry={onRetry} />
    </PageFrame>
  )
}

/** Shows its content to owners, and an explanation to staff. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const t = useMessages(shellMessages)
  const { member } = useMember()
  if (member.role === 'owner') return children
  return (
    <PageFrame title={t('ownerOnly')}>
      <Empty icon={Lock} title={t('ownerOnly')} text={t('ownerOnlyText')} />
    </PageFrame>
  )
}
