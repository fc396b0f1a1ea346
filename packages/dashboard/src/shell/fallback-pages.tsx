import { Compass, Lock } from 'lucide-react'
import { useContext } from 'react'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { Empty } from '../parts/empty.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { WaysOutContext } from '../parts/not-found-notice.tsx'
import { PageFrame } from '../parts/page-frame.tsx'

export function NotFound() {
  const t = useMessages(shellMessages)
  return (
    <PageFrame title={t('notFound')}>
      <Empty icon={Compass} text={t('notFoundText')} action={useContext(WaysOutContext)} />
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
      <Empty icon={Lock} text={t('notAllowedText')} action={useContext(WaysOutContext)} />
    </PageFrame>
  )
}
