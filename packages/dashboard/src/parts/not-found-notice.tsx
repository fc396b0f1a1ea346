import { Box, Code } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Empty } from './empty.tsx'
import { commonMessages } from './messages.ts'

/** The links and buttons out of a page that cannot be shown; the shell provides them. */
export const WaysOutContext = createContext<ReactNode>(null)

/** Whether the error is a 404: the resource never existed, was deleted or is not visible. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof PosternError && error.status === 404
}

/** Notice for a missing resource, without a retry button. */
export function NotFoundNotice() {
  const t = useMessages(commonMessages)
  const waysOut = useContext(WaysOutContext)
  const { id, deliveryId = id } = useParams({ strict: false }) as Record<string, string>
  return (
    <Empty
      icon={Compass}
      title={t('notFound')}
      text={
        <>
          {deliveryId && (
            <Box mb="xs">
              <Code className="untrusted">{deliveryId}</Code>
            </Box>
          )}
          {t('notFoundText')}
        </>
      }
      action={waysOut}
    />
  )
}
