import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { replyStatuses } from '@postern/sdk/contract'
import { ExternalLink, Eye, EyeOff } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { AccountName, platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { Untrusted } from '../../parts/untrusted.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../session/use-session.ts'
import { useAssignees, withCurrent } from './assignees.ts'
import type { ReplyStatus } from './filters.tsx'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'

type Props = {
  comment: Comment
  account: AccountListItem | undefined
  status: ReplyStatus
  onStatus: (status: ReplyStatus) => void
  /** A member's ID; `null` for nobody. */
  assignee: string | null
  onAssign: (id: string | null) => void
  /** Why the comment cannot be hidden; `null` if it can. */
  cannotHide: string | null
  isHiding: boolean
  onHide: () => void
}

/** Author, time, account, text, reply status and actions of a comment. */
export function CommentHead(props: Props) {
  const { comment, account, cannotHide } = props
  const canChange = useMay('comments:write')
  const t = useMessages(inboxMessages)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 220px">
          <Title order={2} size="h4" className="untrusted" dir="auto" lineClamp={2}>
            {visibleName(comment.author_username, t('unknownAuthor'))}
          </Title>
          {comment.author_name && comment.author_name !== comment.author_username && (
            <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={1}>
              {comment.author_name}
            </Text>
          )}
          <Group gap={6} c="dimmed" fz="sm" wrap="wrap">
            <When at={comment.commented_at} />
            {account && (
              <>
                <span aria-hidden>·</span>
                <AccountName platform={account.platform} username={account.username} />
              </>
            )}
            {comment.like_count !== null && comment.like_count > 0 && (
              <>
                <span aria-hidden>·</span>
                <span>{t('likes', { count: comment.like_count })}</span>
              </>
            )}
          </Group>
        </Stack>
        <Group gap={6} wrap="nowrap" miw={0} maw="100%">
          {canChange && <TriageFields {...props} />}
          <CopyButton value={comment.id} label={t('commentId')} size={36} />
        </Group>
      </Group>
      <Untrusted className={`untrusted ${classes.text}`} maxHeight={320}>
        {comment.text || t('noText')}
      </Untrusted>
      <Actions {...props} canHide={canChange} />
      {canChange && cannotHide && (
        <Text size="xs" c="dimmed">
          {cannotHide}
        </Text>
      )}
    </Stack>
  )
}

/** Who answers the comment, and its reply status. */
function TriageFields({ comment, status, onStatus, assignee, onAssign }: Props) {
  const t = useMessages(inboxMessages)
  const assignees = withCurrent(useAssignees(comment.profile_id), comment.assigned_to)
  return (
    <>
      <NativeSelect
        aria-label={t('assignee')}
        data={[
          { value: '', label: t('unassigned') },
          ...assignees.map(({ id, name, isYou }) => ({
            value: id,
            label: isYou ? t('you', { name }) : name,
          })),
        ]}
        value={assignee ?? ''}
        miw={0}
        maw={180}
        onChange={(event) => onAssign(event.currentTarget.value || null)}
      />
      <NativeSelect
        miw={0}
        aria-label={t('status')}
        data={replyStatuses.map((value) => ({ value, label: t(value) }))}
        value={status}
        onChange={(event) => onStatus(event.currentTarget.value as ReplyStatus)}
      />
    </>
  )
}

function Actions({ comment, cannotHide, isHiding, onHide, canHide }: Props & { canHide: boolean }) {
  const t = useMessages(inboxMessages)
  const permalink = safeUrl(comment.permalink)
  return (
    <Group gap={6}>
      {canHide && (
        <Button
          variant="default"
          size="xs"
          px="xs"
          disabled={cannotHide !== null}
          loading={isHiding}
          leftSection={
            comment.hidden ? <Eye size={15} aria-hidden /> : <EyeOff size={15} aria-hidden />
          }
          onClick={onHide}
        >
          {t(comment.hidden ? 'unhide' : 'hide')}
        </Button>
      )}
      {permalink && (
        <Button
          component="a"
          href={permalink}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          size="xs"
          px="xs"
          leftSection={<ExternalLink size={15} aria-hidden />}
        >
          {t('open', { platform: platformName(comment.platform) })}
        </Button>
      )}
      {comment.hidden && (
        <Badge variant="light" color="gray" tt="none">
          {t('hidden')}
        </Badge>
      )}
      {comment.deleted_at && (
        <Badge variant="light" color="red" tt="none">
          {t('deleted')}
        </Badge>
      )}
    </Group>
  )
}
