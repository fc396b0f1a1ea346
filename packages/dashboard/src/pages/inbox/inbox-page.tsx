import { Button, Center, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Comment } from '@postern/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { Inbox, Keyboard, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useList } from '../../api/use-data.ts'
import {
  useProfileParam,
  useSearchParam,
  useSearchParamsSetter,
} from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'
import { CommentList } from './comment-list.tsx'
import { CommentThread, useComment } from './comment-thread.tsx'
import { type Chosen, Filters } from './filters.tsx'
import classes from './inbox.module.css'
import { KeysDialog } from './keys-dialog.tsx'
import { inboxMessages } from './messages.ts'
import { withOpen } from './steady.ts'
import { useInboxKeys, useKeysWanted } from './use-inbox-keys.ts'
import { useSteady } from './use-steady.ts'

export function Page() {
  const t = useMessages(inboxMessages)
  const navigate = useNavigate()
  const chosen = useChosen()
  const [profile] = useProfileParam()
  const [commentId] = useSearchParam('comment')
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const accounts = useAccounts().data ?? []
  const list = useList('comments', chosen, (client, page, signal) =>
    client.comments.list({ ...page, ...queryOf(chosen) }, { signal }),
  )
  const name = JSON.stringify([profile, chosen])
  const steady = useSteady(name, list.query.data, list.items, commentId)
  const shown = withOpen(steady.shown, list.items, useComment(commentId).data)
  const pane = useRef<HTMLDivElement>(null)
  const [keysOpen, setKeysOpen] = useState(false)
  const [keysWanted] = useKeysWanted()

  const go = (id: string | null) =>
    void navigate({
      to: '/inbox',
      search: ((before: Record<string, string>) => ({
        ...before,
        comment: id ?? undefined,
      })) as unknown as true,
    }).then(() => focusComment(id ?? commentId))
  const step = (by: 1 | -1) => {
    const at = steady.shown.findIndex(({ id }) => id === commentId)
    const next = at < 0 ? steady.shown[0] : steady.shown[at + by]
    if (next) go(next.id)
  }
  useInboxKeys(keysWanted, { j: () => step(1), k: () => step(-1), '?': () => setKeysOpen(true) })

  const take = () => {
    steady.take()
    const first = list.items[0]
    pane.current?.scrollTo({ top: 0 })
    if (first) setTimeout(() => focusComment(first.id))
  }
  const isThere = steady.shown.length > 0
  useEffect(() => {
    if (isThere && commentId) rowOf(commentId)?.scrollIntoView({ block: 'nearest' })
  }, [isThere, commentId])
  const listed = accounts.filter((account) => belongsToProfile(account, profile))
  const isListShown = isWide || !commentId
  return (
    <PageFrame
      title={t('title')}
      text={isListShown && t('text')}
      actions={
        isWide && (
          <Button
            variant="default"
            leftSection={<Keyboard size={16} aria-hidden />}
            onClick={() => setKeysOpen(true)}
          >
            {t('shortcuts')}
          </Button>
        )
      }
    >
      {isListShown && <Filters chosen={chosen} accounts={listed} />}
      <ListFrame list={list} isEmpty={steady.shown.length === 0 && !commentId} chosen={chosen}>
        <div className={classes.panes}>
          {isListShown && (
            <div className={classes.pane} ref={pane}>
              <CommentList
                comments={shown}
                fresh={steady.fresh.length}
                chosenId={commentId}
                query={list.query}
                onTake={take}
              />
            </div>
          )}
          {(isWide || commentId) && (
            <section className={classes.pane} aria-label={t('thread')}>
              {commentId ? (
                <CommentThread
                  key={commentId}
                  id={commentId}
                  onBack={isWide ? null : () => go(null)}
                />
              ) : (
                <Choose />
              )}
            </section>
          )}
        </div>
      </ListFrame>
      <KeysDialog opened={keysOpen} onClose={() => setKeysOpen(false)} />
    </PageFrame>
  )
}

function useChosen(): Chosen {
  const [status] = useSearchParam('status')
  const [account] = useSearchParam('account')
  const [platform] = useSearchParam('platform')
  const [post] = useSearchParam('post')
  return { status: status ?? 'unreplied', account, platform, post }
}

function queryOf({ status, account, platform, post }: Chosen) {
  return {
    ...(status === 'all' ? {} : { reply_status: status }),
    ...(account ? { account_id: account } : {}),
    ...(platform ? { platform } : {}),
    ...(post ? { post_id: post } : {}),
  }
}

/** Focuses the comment's row, so that the next shortcut continues from there. */
function focusComment(id: string | null): void {
  if (id) rowOf(id)?.focus()
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-comment="${CSS.escape(id)}"]`)
}

type FrameProps = {
  list: ReturnType<typeof useList<Comment>>
  isEmpty: boolean
  chosen: Chosen
  children: React.ReactNode
}

function ListFrame({ list: { query }, isEmpty, chosen, children }: FrameProps) {
  if (query.isPending) return <LoadingLines rows={6} height={78} />
  if (query.isError && !query.data) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  }
  return isEmpty ? <Nothing chosen={chosen} /> : children
}

function Nothing({ chosen }: { chosen: Chosen }) {
  const t = useMessages(inboxMessages)
  const change = useSearchParamsSetter()
  const { status, ...others } = chosen
  const isFiltered = Object.values(others).some(Boolean)
  const showAll = () => change({ status: 'all', account: null, platform: null, post: null })
  return (
    <Empty
      icon={Inbox}
      title={t(isFiltered ? 'noMatchTitle' : 'emptyTitle')}
      text={t(isFiltered ? 'noMatchText' : 'emptyText')}
      action={
        <Group justify="center" gap="xs">
          {(isFiltered || status !== 'all') && (
            <Button variant="default" onClick={showAll}>
              {t('showAll')}
            </Button>
          )}
          {!isFiltered && (
            <Button component={Link} to="/accounts" variant="default">
              {t('viewAccounts')}
            </Button>
          )}
        </Group>
      }
    />
  )
}

function Choose() {
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
