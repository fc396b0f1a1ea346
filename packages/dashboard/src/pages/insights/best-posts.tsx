import { Anchor, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { AccountListItem, Media, RankedPost } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { AccountName, platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { useTypedText } from '../../parts/use-typed-text.ts'
import { When } from '../../parts/when.tsx'
import { MediaThumb } from '../../post/media-thumb.tsx'
import { useMediaByIds } from '../../post/use-media-by-ids.ts'
import { insightsMessages, useMetricName } from './messages.ts'
import type { Range } from './range.ts'

const pageRows = 10
const thumbSize = 44
const textChars = 200
const typingMs = 400

/** Metrics that at least two platforms have, so that a ranking by them compares accounts. */
const metrics = ['views', 'likes', 'comments', 'replies', 'shares', 'saves', 'reposts'] as const

type Props = { accounts: readonly AccountListItem[]; range: Range }

/** The posts of the period, or those with a tag, highest value of the chosen metric first. */
export function BestPosts({ accounts, range }: Props) {
  const t = useMessages(insightsMessages)
  const nameOf = useMetricName()
  const [param, setMetric] = useSearchParam('best')
  const metric = metrics.find((each) => each === param) ?? 'views'
  const [tag, setTag] = useSearchParam('tag')
  const tagField = useTypedText(tag, setTag, typingMs)
  const filter = { metric, ...(tag ? { tag } : {}) }
  const list = useList(
    'insights',
    ['best', range, filter],
    (client, page) => client.insights.posts({ ...range, ...page, ...filter }),
    { limit: pageRows },
  )
  const { data: media = [] } = useMediaByIds(list.items.flatMap(({ media_id }) => media_id ?? []))
  const columns: Column<RankedPost>[] = [
    {
      key: 'post',
      label: t('post'),
      role: 'title',
      cell: (post) => <PostCell post={post} file={media.find(({ id }) => id === post.media_id)} />,
    },
    {
      key: 'account',
      label: t('account'),
      cell: ({ account_id, platform }) => (
        <Text size="sm" component="div">
          <AccountName
            platform={platform}
            username={
              accounts.find(({ id }) => id === account_id)?.username ?? platformName(platform)
            }
          />
        </Text>
      ),
    },
    {
      key: 'published',
      label: t('published'),
      cell: ({ published_at }) => <When at={published_at} day size="sm" />,
    },
    { key: 'value', label: nameOf(metric), cell: ({ value }) => <Count value={value} /> },
    {
      key: 'link',
      label: t('permalink'),
      role: 'corner',
      width: 1,
      cell: (post) => <Permalink post={post} />,
    },
  ]
  return (
    <section>
      <Group justify="space-between" align="flex-end" mb="sm">
        <div>
          <Title order={2} size="h4">
            {t('bestPosts')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('bestPostsText')}
          </Text>
        </div>
        <Group gap="xs" align="flex-end">
          <TextInput
            label={t('tag')}
            placeholder={t('anyTag')}
            maxLength={LIMITS.post.tagCharsMax}
            w={140}
            value={tagField.text}
            onChange={(event) => tagField.type(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('sortBy')}
            data={metrics.map((value) => ({ value, label: nameOf(value) }))}
            value={metric}
            onChange={({ currentTarget: { value } }) => setMetric(value === 'views' ? null : value)}
          />
        </Group>
      </Group>
      <ListStates
        list={list}
        empty={<Text c="dimmed">{t(tag ? 'bestPostsNoneTagged' : 'bestPostsNone')}</Text>}
      >
        {(posts) => (
          <StackTable
            label={t('bestPosts')}
            columns={columns}
            items={posts}
            keyOf={({ target_id }) => target_id}
          />
        )}
      </ListStates>
    </section>
  )
}

function PostCell({ post, file }: { post: RankedPost; file: Media | undefined }) {
  const t = useMessages(insightsMessages)
  return (
    <Group gap="sm" wrap="nowrap">
      {post.media_id && <MediaThumb media={file} type={file?.type ?? 'image'} size={thumbSize} />}
      <Stack gap={0} miw={0}>
        <Anchor
          component={Link}
          to={`/posts/${post.post_id}`}
          size="sm"
          c="inherit"
          fw={500}
          dir="auto"
          className="untrusted"
          lineClamp={2}
        >
          {post.text.slice(0, textChars) || t('noText')}
        </Anchor>
      </Stack>
    </Group>
  )
}

function Count({ value }: { value: number }) {
  const { i18n } = useTranslation()
  return (
    <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {new Intl.NumberFormat(i18n.language).format(value)}
    </Text>
  )
}

function Permalink({ post }: { post: RankedPost }) {
  const t = useMessages(insightsMessages)
  const url = safeUrl(post.permalink)
  if (!url) return null
  const label = t('openOn', { platform: platformName(post.platform) })
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
      <ExternalLink size={16} aria-hidden />
    </Anchor>
  )
}
