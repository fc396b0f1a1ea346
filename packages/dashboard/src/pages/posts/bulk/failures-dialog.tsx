import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { ErrorText } from '../../../parts/error-notice.tsx'
import { commonMessages } from '../../../parts/messages.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { findingsIn } from '../../../post/findings/findings.ts'
import { PostLink } from '../../../post/post-link.tsx'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { bulkMessages } from './messages.ts'
import type { Failures } from './use-bulk-run.ts'

/** The posts that could not be changed, each with its reason. */
export function FailuresDialog({ failures, onClose }: { failures: Failures; onClose: () => void }) {
  const t = useMessages(bulkMessages)
  const tw = useMessages(commonMessages)
  const { failed, doneCount } = failures
  return (
    <Modal opened onClose={onClose} title={t('failedTitle', { count: failed.length })} size="lg">
      <Stack>
        {doneCount > 0 && <Text size="sm">{t('succeeded', { count: doneCount })}</Text>}
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {failed.map(({ item: post, error }) => (
            <li key={post.id}>
              <PostLink post={post} />
              <Reason post={post} error={error} />
            </li>
          ))}
        </Stack>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {tw('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What the content lacks, by account, or the error. */
function Reason({ post: { targets }, error }: { post: Post; error: Error }) {
  const accountOf = useAccountOf()
  const accountIds = targets.map(({ account_id }) => account_id)
  const rejections = findingsIn(error, accountIds)
  if (rejections.length === 0) return <ErrorText error={error} />
  return <FindingList findings={rejections} accountOf={accountOf} />
}
