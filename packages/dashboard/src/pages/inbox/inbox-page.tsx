import { Button, Center, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Comment } from '@postern/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useList } from '../../api/use-data.ts'
import { useProfileParam, useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import ShortcutsDialog from '../../navigation/shortcuts-dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useSelection } from '../../parts/use-selection.ts'
import { useShortcuts, useShortcutsEnabled } from '../../parts/use-shortcuts.ts'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import { CommentList } from './comment-list.tsx'
import { CommentThread, commentKey, useComment } from './comment-thread.tsx'
import { type CommentFilters, Filters } from './filters.tsx'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'
import { Nothing } from './nothing.tsx'
import { withOpenItem } from './stable-list.ts'
import { useStableList } from './use-stable-list.ts'
import { useTriage } from './use-triage.ts'

export function Page() {
  const t = useMessages(inboxMessages)
  const navigate = useNavigate()
  const filters = useFilters()
  const [profile] = useProfileParam()
  const [commentId] = useSearchParam('comment')
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const accounts = useAccounts().data ?? []
  const list = useList('comments', filters, (client, page, signal) =>
    client.comments.list({ ...page, ...queryOf(filters) }, { signal }),
  )
  const name = JSON.stringify([profile, filters])
  const stableList = useStableList(name, list.query.data, list.items, commentId)
  const comments = withOpenItem(stableList.displayed, list.items, useComment(commentId).data)
  const pane = useRef<HTMLDivElement>(null)
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false)
  const [areShortcutsEnabled] = useShortcutsEnabled()

  const selection = useSelection(comments)
  const canChange = useMay('comments:write')
  const queries = useQueryClient()
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  const openComment = (id: string | null, focus: 'row' | 'reply' = 'row') => {
    const listed = comments.find((comment) => comment.id === id)
    // It is shown from the list, then read again.
    if (listed) queries.setQueryData(commentKey(listed.id), (known) => known ?? listed)
    setReplyingTo(focus === 'reply' ? id : null)
    void navigate({
      to: '/inbox',
      search: ((before: Record<string, string>) => ({
        ...before,
        comment: id ?? undefined,
      })) as unknown as true,
    }).then(() => {
      if (focus === 'row' || document.activeElement === document.body) focusComment(id ?? commentId)
    })
  }
  const triage = useTriage(comments, openComment)
  const step = (by: 1 | -1) => {
    const at = stableList.displayed.findIndex(({ id }) => id === commentId)
    const next = at < 0 ? stableList.displayed[0] : stableList.displayed[at + by]
    if (next) openComment(next.id)
  }
  useShortcuts(areShortcutsEnabled, {
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = commentId ?? focusedId()
      if (canChange && id) selection.toggle(id)
    },
  })

  const showFresh = () => {
    stableList.showFresh()
    const first = list.items[0]
    pane.current?.scrollTo({ top: 0 })
    if (first) setTimeout(() => focusComment(first.id))
  }
  const hasRows = stableList.displayed.length > 0
  useEffect(() => {
    if (hasRows && commentId) rowOf(commentId)?.scrollIntoView({ block: 'nearest' })
  }, [hasRows, commentId])
  const listed = accounts.filter((account) => belongsToProfile(account, profile))
  const isListShown = isWide || !commentId
  return (
    <PageFrame
      title={t('title')}
      isCompact
      actions={
        isWide && (
          <Button
            ms="auto"
            variant="default"
            leftSection={<Keyboard size={16} aria-hidden />}
            onClick={() => setAreShortcutsOpen(true)}
          >
            {t('shortcuts')}
          </Button>
        )
      }
    >
      {isListShown && <Filters filters={filters} accounts={listed} />}
      <ListFrame
        list={list}
        isEmpty={stableList.displayed.length === 0 && !commentId}
        filters={filters}
      >
        <div className={classes.panes}>
          {isListShown && (
            <div className={classes.pane} ref={pane}>
              <CommentList
                filters={filters}
                comments={comments}
                fresh={stableList.fresh.length}
                chosenId={commentId}
                query={list.query}
                selection={selection}
                onShowFresh={showFresh}
                onRestore={stableList.restore}
              />
            </div>
          )}
          {(isWide || commentId) && (
            <section className={classes.pane} aria-label={t('thread')}>
              {commentId ? (
                <CommentThread
                  key={commentId}
                  id={commentId}
                  triage={triage}
                  startsReply={replyingTo === commentId}
                  onBack={isWide ? null : () => openComment(null)}
                />
              ) : (
                <SelectPrompt />
              )}
            </section>
          )}
        </div>
      </ListFrame>
      <ShortcutsDialog opened={areShortcutsOpen} onClose={() => setAreShortcutsOpen(false)} />
    </PageFrame>
  )
}

function useFilters(): CommentFilters {
  const [status] = useSearchParam('status')
  const [assigned] = useSearchParam('assigned')
  const [account] = useSearchParam('account')
  const [platform] = useSearchParam('platform')
  const [post] = useSearchParam('post')
  const [search] = useSearchText()
  return { status: status ?? 'unreplied', assigned, account, platform, post, search }
}

function queryOf({ status, assigned, account, platform, post, search }: CommentFilters) {
  return {
    ...(status === 'all' ? {} : { reply_status: status }),
    ...(assigned ? { assigned_to: assigned } : {}),
    ...(account ? { account_id: account } : {}),
    ...(platform ? { platform } : {}),
    ...(post ? { post_id: post } : {}),
    ...(search ? { search } : {}),
  }
}

/** Focuses the comment's row, so that the next shortcut continues from there. */
function focusComment(id: string | null): void {
  if (id) rowOf(id)?.focus()
}

/** The comment of the focused row, before one is open. */
function focusedId(): string | null {
  return (document.activeElement as HTMLElement | null)?.dataset.comment ?? null
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-comment="${CSS.escape(id)}"]`)
}

type FrameProps = {
  list: ReturnType<typeof useList<Comment>>
  isEmpty: boolean
  filters: CommentFilters
  children: React.ReactNode
}

function ListFrame({ list: { query }, isEmpty, filters, children }: FrameProps) {
  if (query.isPending) return <LoadingLines rows={6} height={78} />
  if (query.isError && !query.data) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  }
  return isEmpty ? <Nothing filters={filters} /> : children
}

function SelectPrompt() {
  const t = useMessages(inboxMessages)
  return (
    <Center h="100%" p="xl">
      <Stack align="center" gap={4} c="dimmed">
        <MessageSquare size={28} aria-hidden />
        <Text>{t('select')}</Text>
        <Text size="sm">{t('selectText')}</Text>
      </Stack>
    </Center>
  )
}
