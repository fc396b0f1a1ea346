import { Button } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { Empty } from './empty.tsx'
import { commonMessages } from './messages.ts'

/** Whether what was asked for is not there: never, no more, or not for this member. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof PosternError && error.status === 404
}

/** Stands where something would be shown that is not there; trying again would not help. */
export function NotFoundNotice() {
  const t = useMessages(commonMessages)
  return (
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
  )
}
