import { Box, Button, Group, Stack } from '@mantine/core'
import type { Comment } from '@postern/sdk'
import { ArrowUp } from 'lucide-react'
import type { ListResult } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { wordsOf } from '../../parts/search-field.tsx'
import type { useSelection } from '../../parts/use-selection.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useProfileOf, useProfiles } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'
import { CommentRow } from './comment-row.tsx'
import type { CommentFilters } from './filters.tsx'
import classes from './inbox.module.css'
import { ListHead } from './list-head.tsx'
import { inboxMessages } from './messages.ts'
import { Nothing } from './nothing.tsx'
import { usePostsOf } from './use-posts.ts'

type Props = {
  comments: readonly Comment[]
  filters: CommentFilters
  fresh: number
  chosenId: string | null
  query: ListResult<Comment>['query']
  selection: ReturnType<typeof useSelection<Comment>>
  onShowFresh: () => void
  onRestore: (ids: readonly string[]) => void
}

/** Comments, newest first. One row is in the tab order (roving tabindex). */
export function CommentList(props: Props) {
  const { comments, filters, fresh, chosenId, query, selection, onShowFresh, onRestore } = props
  const { status } = filters
  const highlight = wordsOf(filters.search)
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
      <ListHead
        count={comments.length}
        // What was answered stays listed for the moment, but is not counted.
        matching={comments.filter((each) => isMatching(each, status)).length}
        selection={selection}
        onRestore={onRestore}
      />
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
      {comments.length === 0 && <Nothing filters={filters} />}
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

/** Whether the comment has the status that the list is filtered by. */
function isMatching({ reply_status }: Comment, status: string): boolean {
  return status === 'all' || reply_status === status
}
