import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Compass, Lock } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Empty } from '../parts/empty.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
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

/** Instead of a page that the member's role may not open. */
export function NotAllowed() {
  const t = useMessages(shellMessages)
  return (
    <PageFrame title={t('notAllowed')}>
      <Empty icon={Lock} title={t('notAllowed')} text={t('notAllowedText')} />
    </PageFrame>
  )
}
