import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { Comment } from '@postern/sdk'
import { ArrowUp } from 'lucide-react'
import type { ListResult } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { commonMessages as partWords } from '../../parts/messages.ts'
import type { useSelection } from '../../parts/use-selection.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useProfileOf, useProfiles } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'
import { CommentRow } from './comment-row.tsx'
import classes from './inbox.module.css'
import { ListHead } from './list-head.tsx'
import { inboxMessages } from './messages.ts'
import { usePostsOf } from './use-posts.ts'

type Props = {
  comments: readonly Comment[]
  /** The reply status the list is filtered by, or `all`. */
  status: string
  fresh: number
  chosenId: string | null
  query: ListResult<Comment>['query']
  /** Words to mark. */
  highlight: string[]
  selection: ReturnType<typeof useSelection<Comment>>
  onShowFresh: () => void
  onRestore: (ids: readonly string[]) => void
}

/** Comments, newest first. One row is in the tab order (roving tabindex). */
export function CommentList(props: Props) {
  const { comments, status, fresh, chosenId, query, highlight, selection, onShowFresh, onRestore } =
    props
  const accountOf = useAccountOf()
  const profileOf = useProfileOf()
  const [profile] = useProfileParam()
  const hasSeveralClients = useProfiles().length > 1 && profile === null
  const postOf = usePostsOf(comments)
  const canSelect = useMay('comments:write')
  const t = useMessages(inboxMessages)
  const p = useMessages(partWords)
  const isChosenListed = comments.some(({ id }) => id === chosenId)
  return (
    <Stack gap={0} data-comments>
      <ListHead count={comments.length} selection={selection} onRestore={onRestore} />
      <Box role="status" className={classes.fresh}>
        {fresh > 0 && (
          <Button
            size="compact-sm"
            radius="xl"
            leftSection={<ArrowUp size={14} aria-hidden />}
            onClick={onShowFresh}
          >
            {t('fresh', { count: fresh })}
          </Button>
        )}
      </Box>
      {comments.length === 0 && (
        <Text c="dimmed" ta="center" p="xl">
          {t('emptyTitle')}
        </Text>
      )}
      <ul className={classes.list} aria-label={t('list')}>
        {comments.map((comment, index) => {
          const isChosen = comment.id === chosenId
          return (
            <li key={comment.id}>
              <CommentRow
                showsStatus={comment.reply_status !== status}
                comment={comment}
                account={accountOf(comment.account_id)}
                client={hasSeveralClients ? profileOf(comment.profile_id) : undefined}
                post={postOf(comment)}
                isChosen={isChosen}
                isSelected={selection.has(comment.id)}
                canSelect={canSelect}
                highlight={highlight}
                // Roving tabindex: one tab stop, j and k move within the list.
                tabIndex={isChosen || (!isChosenListed && index === 0) ? 0 : -1}
                onSelect={(range) => selection.toggle(comment.id, range)}
              />
            </li>
          )
        })}
      </ul>
      {query.hasNextPage && (
        <Group justify="center" p="sm">
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {p('more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
