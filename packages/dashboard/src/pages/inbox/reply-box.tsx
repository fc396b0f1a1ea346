import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import {
  type AccountListItem,
  type Comment,
  type CommentReply,
  PosternConnectionError,
  PosternError,
} from '@postern/sdk'
import { CircleQuestionMark, Send, TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../api/use-data.ts'
import { ReconnectLink } from '../../connect/reconnect.tsx'
import { type Translate, useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { ErrorText } from '../../parts/error-notice.tsx'
import { notifySuccess } from '../../parts/notify.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { SavedTextTool, useSavedTextSuggestions } from '../../parts/saved-text-suggestions.tsx'
import { SuggestingTextarea } from '../../parts/suggesting-textarea.tsx'
import { countReply } from '../../parts/text-length.ts'
import type { Trigger } from '../../parts/trigger.ts'
import { useAccount } from '../../session/use-accounts.ts'
import { type Draft, useDraft } from './draft.ts'
import { replyMessages } from './reply-messages.ts'

type Words = Translate<Record<NonNullable<(typeof replyMessages)['keys']>, string>>

type Props = {
  comment: Comment
  account: AccountListItem | undefined
  box: RefObject<HTMLTextAreaElement | null>
  startsFocused: boolean
  onReplied: (reply: CommentReply) => void
}

/** Reply form. The stored draft survives failed requests and a reload. */
export function ReplyBox({ comment, account, box, startsFocused, onReplied }: Props) {
  const t = useMessages(replyMessages)
  const { i18n } = useTranslation()
  const confirm = useConfirm()
  const [draft, storeDraft] = useDraft(comment.id)
  const reply = useAction((client, text: string) => client.comments.reply(comment.id, { text }), {
    topics: ['comments'],
    onSuccess: (reply) => {
      storeDraft(null)
      onReplied(reply)
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) return
      storeDraft({ text: draft.text, open: { text: draft.text, since: new Date().toISOString() } })
    },
  })
  const isFound = draft.open !== null && hasReply(comment, draft.open)
  useEffect(() => {
    if (!isFound) return
    notifySuccess(t('confirmed'))
    storeDraft(draft.text === draft.open?.text ? null : { text: draft.text, open: null })
  })
  const hasAccess = account === undefined || account.status === 'connected'
  useEffect(() => {
    if (startsFocused && hasAccess) box.current?.focus()
  }, [startsFocused, hasAccess, box])
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  const suggesting = useSavedTextSuggestions(trigger, comment.profile_id, 'reply')
  const { data: accountWithLimits } = useAccount(comment.account_id)
  const blockedReason = reasonNotToReply(t, comment)
  if (blockedReason) return <Text c="dimmed">{blockedReason}</Text>

  const text = draft.text.trim()
  const counted = accountWithLimits ? countReply(accountWithLimits, comment, text) : null
  const isInBytes = counted?.unit === 'bytes'
  const [countKey, tooLongKey] = isInBytes
    ? (['countBytes', 'tooLongBytes'] as const)
    : (['count', 'tooLong'] as const)
  const isTooLong = counted !== null && counted.length > counted.max
  const send = async () => {
    if (text === '' || isTooLong || !hasAccess || reply.isPending) return
    const again = { title: t('againTitle'), text: t('againText'), action: t('sendAgain') }
    if (draft.open && !(await confirm(again))) return
    reply.mutate(text)
  }
  return (
    <Stack
      component="form"
      gap="xs"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {account && !account.capabilities.reply && <CannotReplyWarning account={account} />}
      <SuggestingTextarea
        fieldRef={box}
        signs={['/']}
        trigger={trigger}
        onTrigger={setTrigger}
        suggesting={suggesting}
        label={t('label', { account: account?.username ?? '' })}
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
        text={draft.text}
        readOnly={reply.isPending}
        error={isTooLong && t(tooLongKey, { count: counted.length - counted.max })}
        onText={(text) => storeDraft({ ...draft, text })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void send()
          }
          if (event.key === 'Escape') focusRow(comment.id)
        }}
      />
      {draft.open ? (
        <UnconfirmedNotice error={reply.error} />
      ) : (
        reply.isError && <ReplyError error={reply.error} account={account} />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex="1 1 200px">
          {counted && (
            <span>
              {t(countKey, {
                actual: counted.length.toLocaleString(i18n.language),
                limit: counted.max.toLocaleString(i18n.language),
              })}{' '}
              ·{' '}
            </span>
          )}
          {t('draftsSaved')}{' '}
          {hasAccess ? (
            <Text span inherit visibleFrom="sm">
              {t('sendShortcut')}
            </Text>
          ) : (
            t('sendLater')
          )}
        </Text>
        <Group gap="xs">
          <SavedTextTool fieldRef={box} />
          {draft.open && (
            <Button variant="default" onClick={() => storeDraft(null)} disabled={reply.isPending}>
              {t('discard')}
            </Button>
          )}
          <Button
            type="submit"
            loading={reply.isPending}
            disabled={text === '' || isTooLong || !hasAccess}
            leftSection={<Send size={16} aria-hidden />}
          >
            {t(draft.open ? 'sendAgain' : 'send')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

function UnconfirmedNotice({ error }: { error: Error | null }) {
  const t = useMessages(replyMessages)
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('unconfirmedTitle')}
      icon={<CircleQuestionMark aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm">{t('unconfirmedText')}</Text>
        {error && <ErrorText error={error} />}
      </Stack>
    </Alert>
  )
}

function ReplyError({ error, account }: { error: Error; account: AccountListItem | undefined }) {
  const t = useMessages(replyMessages)
  const missing = missingPermission(error)
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t('failed')}
      icon={<TriangleAlert aria-hidden />}
    >
      <Stack gap="xs">
        {missing && account && (
          <Text size="sm" className="untrusted">
            {t('permission', { account: account.username, permission: missing })}{' '}
            <ReconnectLink account={account} />
          </Text>
        )}
        <ErrorText error={error} />
      </Stack>
    </Alert>
  )
}

/** Warns before typing; the platform may still accept or reject the reply. */
function CannotReplyWarning({ account }: { account: AccountListItem }) {
  const t = useMessages(replyMessages)
  return (
    <Alert color="yellow" variant="light" icon={<TriangleAlert aria-hidden />}>
      {t(account.status === 'connected' ? 'permissionMissing' : account.status, {
        account: account.username,
      })}{' '}
      <ReconnectLink account={account} />
    </Alert>
  )
}

/** Whether the outcome is unknown: the platform may have published the reply. */
function isOutcomeUnknown(error: Error): boolean {
  if (error instanceof PosternConnectionError) return true
  return (
    error instanceof PosternError &&
    (error.code === 'platform_timeout' || error.code === 'platform_error')
  )
}

function missingPermission(error: Error): string | null {
  if (!(error instanceof PosternError) || error.code !== 'permission_missing') return null
  const permission = (error.details[0] as { permission?: unknown } | undefined)?.permission
  return typeof permission === 'string' ? permission : null
}

/** Whether a reply with unknown outcome has appeared on the platform. */
function hasReply(comment: Comment, { text, since }: NonNullable<Draft['open']>): boolean {
  const normalized = (each: string) => each.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const earliest = Date.parse(since) - clockSkewMaxMs
  return comment.replies.some(
    (reply) =>
      normalized(reply.text) === normalized(text) && Date.parse(reply.created_at) >= earliest,
  )
}

/** Allows for clock skew between platform and browser, and for the duration of the request. */
const clockSkewMaxMs = 5 * 60_000

function reasonNotToReply(t: Words, comment: Comment): string | null {
  if (comment.can_reply) return null
  const platform = platformName(comment.platform)
  if (comment.deleted_at) return t('noReplyDeleted')
  return t(comment.hidden ? 'noReplyHidden' : 'noReply', { platform })
}

function focusRow(commentId: string): void {
  document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(commentId)}"]`)?.focus()
}
