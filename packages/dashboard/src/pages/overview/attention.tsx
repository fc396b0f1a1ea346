import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { CircleCheck, type LucideIcon, MessageSquare, Send, Share2, Webhook } from 'lucide-react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Waiting } from '../../parts/list-states.tsx'
import { accountName, shownName } from '../../parts/shown-name.ts'
import { overviewWords } from './words.ts'

const shownMax = 20
const failedDays = 7

type Item = {
  key: string
  icon: LucideIcon
  text: string
  /** Whom or what it is about. */
  about?: string | undefined
  action: string
  to: string
  search?: Record<string, string>
}

/** What went wrong or waits for an answer, each with the way to mend it. */
export function Attention() {
  const t = useMessages(overviewWords)
  const { items, isPending, error, retry } = useItems()
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {t('attention')}
      </Title>
      <Stack gap="sm">
        {error && <ErrorNotice error={error} onRetry={retry} />}
        {isPending && <Waiting rows={2} height={36} />}
        {items.map((item) => (
          <Line key={item.key} item={item} />
        ))}
        {!isPending && !error && items.length === 0 && (
          <Group gap="xs" wrap="nowrap">
            <CircleCheck size={18} aria-hidden />
            <Text>{t('calm')}</Text>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ item: { icon: Icon, text, about, action, to, search } }: { item: Item }) {
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <Box mt={3} style={{ flexShrink: 0, lineHeight: 0 }}>
        <Icon size={18} aria-hidden />
      </Box>
      <Box flex={1} miw={0}>
        <Text fw={600} size="sm">
          {text}
        </Text>
        {about && (
          <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={1}>
            {about}
          </Text>
        )}
      </Box>
      <Button
        component={Link}
        to={to}
        {...(search ? { search: search as never } : {})}
        size="xs"
        variant="default"
        aria-label={`${action}: ${text}`}
      >
        {action}
      </Button>
    </Group>
  )
}

function useItems() {
  const t = useMessages(overviewWords)
  const from = dayjs().subtract(failedDays, 'day').format('YYYY-MM-DD')
  const limit = shownMax
  const accounts = useData('accounts', 'expired', (client) =>
    client.accounts.list({ status: 'expired', limit }),
  )
  const posts = useData('posts', ['broken', from], (client) =>
    client.posts.list({ status: 'failed,partially_published,publishing', from, limit }),
  )
  const webhooks = useData('webhooks', 'all', (client) => client.webhooks.list({ limit }))
  const comments = useData('comments', 'open', (client) =>
    client.comments.list({ reply_status: 'unreplied', limit }),
  )
  const queries = [accounts, posts, webhooks, comments]

  const items: Item[] = []
  const add = (count: number, item: Omit<Item, 'key'>) =>
    count > 0 && items.push({ ...item, key: `${item.to} ${item.text}` })
  const expired = accounts.data?.data ?? []
  const [account] = expired
  add(expired.length, {
    icon: Share2,
    text: t('expired', { count: expired.length }),
    about: expired.map((each) => `@${accountName(each)}`).join(', '),
    action: t('reconnect'),
    ...(account && expired.length === 1
      ? { to: `/accounts/${account.id}` }
      : { to: '/accounts', search: { status: 'expired' } }),
  })
  const broken = posts.data?.data ?? []
  const failed = broken.filter(({ status }) => status !== 'publishing')
  const unknown = broken.filter(({ targets }) => targets.some(({ status }) => status === 'unknown'))
  for (const [word, list, status] of [
    ['unknown', unknown, 'publishing'],
    ['failed', failed, 'failed,partially_published'],
  ] as const) {
    const [post] = list
    add(list.length, {
      icon: Send,
      text: t(word, { count: list.length }),
      about: post?.text.slice(0, 200),
      action: t('look'),
      ...(post && list.length === 1
        ? { to: `/posts/${post.id}` }
        : { to: '/posts', search: { status } }),
    })
  }
  const endpoints = webhooks.data?.data ?? []
  const off = endpoints.filter((each) => each.inactive_reason === 'failures')
  const failing = endpoints.filter((each) => each.active && each.consecutive_failures > 0)
  for (const [word, list] of [
    ['off', off],
    ['failing', failing],
  ] as const) {
    const [endpoint] = list
    add(list.length, {
      icon: Webhook,
      text: t(word, { count: list.length }),
      about: endpoint?.url,
      action: t('look'),
      to: endpoint && list.length === 1 ? `/webhooks/${endpoint.id}` : '/webhooks',
    })
  }
  const open = comments.data?.data ?? []
  add(open.length, {
    icon: MessageSquare,
    text: t(comments.data?.has_more ? 'commentsMore' : 'comments', { count: open.length }),
    about: open[0] && `${shownName(open[0].author_username, '?')}: ${open[0].text.slice(0, 200)}`,
    action: t('answer'),
    to: '/inbox',
    search: { reply_status: 'unreplied' },
  })
  return {
    items,
    isPending: queries.some((query) => query.isPending),
    error: queries.find((query) => query.isError)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
