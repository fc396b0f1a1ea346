import { Badge, Box, Button, Group, Highlight, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Account, Comment } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { ArrowUp, EyeOff } from 'lucide-react'
import type { ListResult } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { ProfileMark } from '../../parts/profile-mark.tsx'
import { Status } from '../../parts/status.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { type ProfileName, useProfileOf } from '../../session/use-profiles.ts'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'

type Props = {
  comments: readonly Comment[]
  fresh: number
  chosenId: string | null
  query: ListResult<Comment>['query']
  /** Words to mark. */
  highlight: string[]
  onShowFresh: () => void
}

/** Comments, newest first. One row is in the tab order (roving tabindex). */
export function CommentList(props: Props) {
  const { comments, fresh, chosenId, query, highlight, onShowFresh } = props
  const accountOf = useAccountOf()
  const [profile] = useProfileParam()
  const profileOf = useProfileOf()
  const t = useMessages(inboxMessages)
  const p = useMessages(partWords)
  const isChosenListed = comments.some(({ id }) => id === chosenId)
  return (
    <Stack gap={0} data-comments>
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
              <Row
                comment={comment}
                account={accountOf(comment.account_id)}
                client={profile === null ? profileOf(comment.profile_id) : undefined}
                isChosen={isChosen}
                highlight={highlight}
                // Roving tabindex: one tab stop, j and k move within the list.
                tabIndex={isChosen || (!isChosenListed && index === 0) ? 0 : -1}
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

type RowProps = {
  comment: Comment
  account: Account | undefined
  /** Named if comments of several clients may be listed. */
  client: ProfileName | undefined
  isChosen: boolean
  highlight: string[]
  tabIndex: number
}

function Row({ comment, account, client, isChosen, highlight, tabIndex }: RowProps) {
  const t = useMessages(inboxMessages)
  return (
    <Link
      to="/inbox"
      search={
        ((before: Record<string, string>) => ({
          ...before,
          comment: comment.id,
        })) as unknown as true
      }
      className={classes.row}
      data-chosen={isChosen || undefined}
      data-comment={comment.id}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={tabIndex}
      preload={false}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Highlight
          size="sm"
          fw={650}
          truncate
          dir="auto"
          className={classes.author}
          highlight={highlight}
        >
          {visibleName(comment.author_username, t('unknownAuthor'))}
        </Highlight>
        <When at={comment.commented_at} fz="xs" c="dimmed" className={classes.still} />
      </Group>
      <Highlight
        size="sm"
        lineClamp={2}
        dir="auto"
        className={classes.beginning}
        highlight={highlight}
      >
        {excerpt(comment.text) || t('noText')}
      </Highlight>
      <Group justify="space-between" gap="xs" wrap="nowrap" mt={4}>
        <Group gap={8} wrap="nowrap" miw={0}>
          {client && (
            <>
              <ProfileMark profile={client} size={18} />
              <VisuallyHidden>{client.name}, </VisuallyHidden>
            </>
          )}
          {account && <AccountAvatar account={account} size={18} />}
          <Text size="xs" c="dimmed" truncate dir="auto">
            {account?.username}
          </Text>
        </Group>
        <Group gap={4} wrap="nowrap" className={classes.still}>
          {comment.hidden && (
            <Badge variant="light" color="gray" tt="none" leftSection={<EyeOff size={11} />}>
              {t('hidden')}
            </Badge>
          )}
          <Status value={comment.reply_status} label={t(comment.reply_status)} />
        </Group>
      </Group>
    </Link>
  )
}

const excerptChars = 240

/** Two lines are visible, so only the first characters of long comments are rendered. */
function excerpt(text: string): string {
  return [...text.slice(0, excerptChars * 2)].slice(0, excerptChars).join('').trim()
}
