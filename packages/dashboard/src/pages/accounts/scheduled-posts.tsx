import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { formatInstant } from '../../parts/dates.ts'

export type ScheduledPosts = { count: number; nextAt: string | null; postIds: string[] }

const shownMax = 5

/** The details of an `account_has_scheduled_posts` error; `null` for any other error. */
export function scheduledPostsOf(error: Error | null): ScheduledPosts | null {
  if (!(error instanceof PosternError) || error.code !== 'account_has_scheduled_posts') return null
  const detail = error.details[0] as
    | { count?: number; next_scheduled_at?: string | null; post_ids?: string[] }
    | undefined
  const postIds = detail?.post_ids ?? []
  return {
    count: detail?.count ?? postIds.length,
    nextAt: detail?.next_scheduled_at ?? null,
    postIds,
  }
}

const knownMax = 100

type Known = { scheduled: ScheduledPosts | null; isLoading: boolean }

/** The scheduled posts of an account; `null` for none, until loaded, and if they are too many to count. */
export function useScheduledPosts(accountId: string): Known {
  const { data: page, isLoading } = useData(
    'posts',
    ['scheduled-on', accountId],
    (client) =>
      client.posts.list({
        account_id: accountId,
        status: 'scheduled',
        order: 'asc',
        limit: knownMax,
      }),
    { scope: 'all' },
  )
  const [next] = page?.data ?? []
  if (!page || !next || page.has_more) return { scheduled: null, isLoading }
  const postIds = page.data.map(({ id }) => id)
  const scheduled = { count: postIds.length, nextAt: next.scheduled_at, postIds }
  return { scheduled, isLoading }
}

type Props = { scheduled: ScheduledPosts; accountId: string; advice?: string }

/** The scheduled posts that block a move or disconnect, with links. */
export function ScheduledPostsAlert({ scheduled, accountId, advice }: Props) {
  const t = useMessages(accountMessages)
  const { i18n } = useTranslation()
  const ids = scheduled.postIds.slice(0, shownMax)
  const posts = useData(
    'posts',
    ['waiting', ids],
    (client) => Promise.all(ids.map((id) => client.posts.get(id))),
    { scope: 'all' },
  )
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      icon={<CalendarClock aria-hidden />}
      title={t('scheduled', { count: scheduled.count })}
    >
      <Stack gap="xs">
        <List size="sm" spacing={4}>
          {ids.map((id) => {
            const text = posts.data?.find((post) => post.id === id)?.text.trim()
            return (
              <List.Item key={id}>
                <Anchor component={Link} to={`/posts/${id}`} inherit c="inherit" td="underline">
                  <Text span inherit className="untrusted" dir="auto" lineClamp={1}>
                    {text || (posts.isPending ? id : t('noText'))}
                  </Text>
                </Anchor>
              </List.Item>
            )
          })}
        </List>
        {scheduled.count > ids.length && (
          <Anchor
            component={Link}
            to="/posts"
            search={{ account: accountId, status: 'scheduled' } as never}
            size="sm"
            c="inherit"
            td="underline"
          >
            {t('allScheduled')}
          </Anchor>
        )}
        {scheduled.nextAt && (
          <Text size="sm">
            {t('scheduledNext', {
              count: scheduled.count,
              at: formatInstant(scheduled.nextAt, i18n.language),
            })}
          </Text>
        )}
        {advice && <Text size="sm">{advice}</Text>}
      </Stack>
    </Alert>
  )
}
