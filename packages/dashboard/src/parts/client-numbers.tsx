import { SimpleGrid } from '@mantine/core'
import type { Statistics } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { Change } from './change.tsx'
import { clientMessages } from './client-messages.ts'
import { StatCard } from './stat-card.tsx'

/** Comments are counted up to this number. */
const unansweredMax = LIMITS.statistics.unansweredMax

type Props = {
  statistics: Statistics | undefined
  isError: boolean
  /** The client that the numbers are of, instead of those selected. */
  profileId?: string
}

/** The week in numbers, each with a link to what it counts. */
export function ClientNumbers({ statistics: data, isError, profileId }: Props) {
  const t = useMessages(clientMessages)
  const { i18n } = useTranslation()
  const ofProfile: Record<string, string> = profileId ? { profile: profileId } : {}
  const format = new Intl.NumberFormat(i18n.language)
  const show = (value: number | null | undefined) => {
    if (data) return value == null ? '–' : format.format(value)
    return isError ? '–' : undefined
  }
  const { from = '', to = '' } = data ?? {}
  const unanswered = data?.unanswered_comments
  return (
    <SimpleGrid
      cols={{ base: 2, sm: 3, lg: 5 }}
      spacing={{ base: 'xs', xs: 'md' }}
      role="group"
      aria-label={t('numbers')}
    >
      <StatCard
        label={t('scheduledPosts')}
        value={show(data?.scheduled_posts)}
        note={t('next7Days')}
        to="/posts"
        search={{ ...ofProfile, status: 'scheduled', to: to }}
      />
      <StatCard
        label={t('publishedPosts')}
        value={show(data?.published_posts)}
        note={t('last7Days')}
        to="/posts"
        search={{ ...ofProfile, status: 'published,partially_published', from }}
      />
      <StatCard
        label={t('failedPosts')}
        value={show(data?.failed_posts)}
        note={t('last7Days')}
        isAlert={(data?.failed_posts ?? 0) > 0}
        to="/posts"
        search={{ ...ofProfile, status: 'failed,partially_published', from }}
      />
      <StatCard
        label={t('unansweredComments')}
        value={unanswered === unansweredMax ? `${format.format(unanswered)}+` : show(unanswered)}
        note={t('inbox')}
        to="/inbox"
        search={ofProfile}
      />
      <StatCard
        label={t('followers')}
        value={show(data?.followers)}
        note={
          data?.followers_change_7_days == null ? (
            data && t('noChange')
          ) : (
            <>
              <Change value={data.followers_change_7_days} /> {t('in7Days')}
            </>
          )
        }
        to="/insights"
        search={ofProfile}
      />
    </SimpleGrid>
  )
}
