import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { useOverview } from '../../session/use-overview.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import {
  expiredAccounts,
  failedPosts,
  failingWebhooks,
  type Item,
  missingEmail,
  openComments,
  unapprovedPosts,
} from './attention-items.ts'
import { overviewMessages } from './messages.ts'

/** Expired accounts, failed posts, failing endpoints and open comments, each with a link. */
export function Attention() {
  const t = useMessages(overviewMessages)
  const { items, isPending, error, retry } = useItems()
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {t('attention')}
      </Title>
      <Stack gap="sm">
        {error && <ErrorNotice error={error} onRetry={retry} />}
        {isPending && <LoadingLines rows={2} height={36} />}
        {/* All at once, so that no line moves when another arrives above it. */}
        {!isPending && items.map((item) => <Line key={`${item.to} ${item.text}`} item={item} />)}
        {!isPending && !error && items.length === 0 && (
          <Group gap="xs" wrap="nowrap">
            <CircleCheck size={18} aria-hidden />
            <Text>{t('allCaughtUp')}</Text>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ item }: { item: Item }) {
  const { icon: Icon, text, about, account } = item
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
      {account ? <ReconnectButton account={account} size="xs" /> : <LinkButton item={item} />}
    </Group>
  )
}

function LinkButton({ item: { action, text, to, search } }: { item: Item }) {
  return (
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
  )
}

function useItems() {
  const t = useMessages(overviewMessages)
  const { warnings } = useMember()
  const profileNameOf = useProfileName()
  const mayReply = useMay('comments:write')
  const { data, error, isLoading, refetch } = useOverview()
  const comment = mayReply ? data?.newest_unanswered_comment : null
  const items = [
    ...expiredAccounts(t, data?.expired_accounts ?? [], profileNameOf),
    ...failedPosts(t, data?.unfinished_posts ?? []),
    ...unapprovedPosts(t, data?.unapproved_posts ?? [], new Date().toISOString()),
    ...failingWebhooks(t, data?.webhooks ?? []),
    ...openComments(t, comment ?? undefined, data?.statistics.unanswered_comments),
    ...missingEmail(t, warnings),
  ]
  return { items, isPending: useDeferredValue(isLoading), error, retry: () => void refetch() }
}
