import { Avatar, Badge, Box, Checkbox, Group, Highlight, Text, VisuallyHidden } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { type MarkedProfile, ProfileMark } from '../../parts/profile-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { Status } from '../../parts/status.tsx'
import { initialsOf, visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'
import type { PostOf } from './use-posts.ts'

export type RowProps = {
  comment: Comment
  account: AccountListItem | undefined
  /** The client, if comments of several are listed. */
  client: MarkedProfile | undefined
  post: PostOf | null
  /** Not if the whole list has the status. */
  showsStatus: boolean
  isChosen: boolean
  isSelected: boolean
  canSelect: boolean
  highlight: string[]
  tabIndex: number
  onSelect: (range: boolean) => void
}

/** A comment of the list: a checkbox for members who can change it, and a link that opens it. */
export function CommentRow(props: RowProps) {
  const { comment, isChosen, isSelected, canSelect, highlight, tabIndex, onSelect } = props
  const t = useMessages(inboxMessages)
  const author = visibleName(comment.author_username, t('unknownAuthor'))
  return (
    <Box className={classes.item} data-chosen={isChosen || undefined}>
      {canSelect && (
        <Checkbox
          size="xs"
          className={classes.select}
          aria-label={t('selectComment', { author })}
          checked={isSelected}
          tabIndex={tabIndex}
          onClick={(event) => onSelect(event.shiftKey)}
          onChange={() => {}}
        />
      )}
      <Link
        to="/inbox"
        search={
          ((before: Record<string, string>) => ({
            ...before,
            comment: comment.id,
          })) as unknown as true
        }
        className={classes.row}
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
            {author}
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
        <PostLine {...props} />
        <Facts {...props} />
      </Link>
    </Box>
  )
}

/** Picture and beginning of the post. Its height is reserved while the posts are read. */
function PostLine({ post }: RowProps) {
  const picture = safeUrl(
    post?.media?.thumbnail_url ?? (post?.media?.type === 'image' ? post.media.url : null),
  )
  return (
    <Group gap={8} wrap="nowrap" className={classes.postLine}>
      {picture && <img src={picture} alt="" width={26} height={26} loading="lazy" />}
      <Text size="xs" c="dimmed" truncate dir="auto" miw={0}>
        {post ? excerpt(post.text).replaceAll(/\s+/g, ' ') : ''}
      </Text>
    </Group>
  )
}

function Facts({ comment, account, client, showsStatus }: RowProps) {
  const t = useMessages(inboxMessages)
  const { assigned_to } = comment
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" mt={4}>
      <Group gap={10} wrap="nowrap" miw={0}>
        {account && <AccountAvatar account={account} size={24} />}
        {client && <ProfileMark profile={client} size={16} />}
        <Text size="xs" c="dimmed" truncate dir="auto">
          {client ? `${client.name} · ${account?.username ?? ''}` : account?.username}
        </Text>
      </Group>
      <Group gap={4} wrap="nowrap" className={classes.still}>
        {comment.hidden && (
          <Badge variant="light" color="gray" tt="none" leftSection={<EyeOff size={11} />}>
            {t('hidden')}
          </Badge>
        )}
        {assigned_to?.name && (
          <>
            <Avatar size={20} radius="xl" title={assigned_to.name} aria-hidden>
              <Text span fz={9} fw={700}>
                {initialsOf(assigned_to.name)}
              </Text>
            </Avatar>
            <VisuallyHidden>{t('assignedTo', { name: assigned_to.name })}</VisuallyHidden>
          </>
        )}
        {showsStatus && <Status value={comment.reply_status} label={t(comment.reply_status)} />}
      </Group>
    </Group>
  )
}

const excerptChars = 240

/** Two lines are visible, so only the first characters of long texts are rendered. */
function excerpt(text: string): string {
  return [...text.slice(0, excerptChars * 2)].slice(0, excerptChars).join('').trim()
}
