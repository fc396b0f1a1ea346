import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { TriangleAlert } from 'lucide-react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { isFailed } from '../../post/post-state.ts'
import { errorMessages } from '../../post/target-error/messages.ts'

const recentDays = 7

/** The latest post of the last 7 days that failed on the account, and why; nothing without one. */
export function RecentFailure({ accountId }: { accountId: string }) {
  const t = useMessages(accountMessages)
  const te = useMessages(errorMessages)
  const from = dayjs().subtract(recentDays, 'day').format('YYYY-MM-DD')
  const { data: page } = useData(
    'posts',
    ['failed-on', accountId, from],
    (client) =>
      client.posts.list({
        account_id: accountId,
        status: 'failed,partially_published',
        from,
        limit: 10,
      }),
    { scope: 'all' },
  )
  const failures = page?.data.flatMap(({ id, targets }) => {
    const target = targets.find(({ account_id }) => account_id === accountId)
    return target?.error && isFailed(target) ? [{ id, code: target.error.code }] : []
  })
  const [latest] = failures ?? []
  if (!latest) return null
  return (
    <Alert
      mt="sm"
      color="yellow"
      variant="light"
      icon={<TriangleAlert aria-hidden />}
      title={t('postFailed')}
    >
      <Text size="sm">
        {te(latest.code)}{' '}
        <Anchor component={Link} to={`/posts/${latest.id}`} inherit c="inherit" td="underline">
          {t('viewPost')}
        </Anchor>
      </Text>
    </Alert>
  )
}
