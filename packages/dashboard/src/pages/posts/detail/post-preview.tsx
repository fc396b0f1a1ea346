import {
  Box,
  NativeSelect,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { AccountListItem, Media, Post, Target } from '@postern/sdk'
import { useState } from 'react'
import { platformOf } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { contentOf, partsOf } from '../../../post/composition.ts'
import { detailMessages } from '../../../post/detail-messages.ts'
import { fromPost } from '../../../post/post-body.ts'
import { PreviewCard } from '../../../post/preview/preview-card.tsx'
import { publishedOn } from '../../../post/published-content.ts'
import { useAccounts } from '../../../session/use-accounts.ts'
import { PostContent } from './post-content.tsx'
import { PreviewNote } from './preview-note.tsx'

const tabsMax = 3
const previewHeight = 420

type Props = {
  post: Post
  media: readonly Media[]
  /** Whether `media` is still loading; a file that is missing later was deleted. */
  isLoading: boolean
}

/** The post as each of its accounts shows it; only the content if no account is connected. */
export function PostPreview({ post, media, isLoading }: Props) {
  const { data, isPending } = useAccounts()
  if (isPending) return <Skeleton height={previewHeight} />
  const accounts = post.targets.flatMap(
    ({ account_id }) => data?.find(({ id }) => id === account_id) ?? [],
  )
  const [first] = accounts
  if (!first) return <PostContent post={post} media={media} />
  return (
    <Previews post={post} media={media} isLoading={isLoading} accounts={accounts} first={first} />
  )
}

type PreviewsProps = Props & { accounts: readonly AccountListItem[]; first: AccountListItem }

function Previews({ post, media, isLoading, accounts, first }: PreviewsProps) {
  const t = useMessages(detailMessages)
  const [chosen, choose] = useState(first.id)
  const account = accounts.find(({ id }) => id === chosen) ?? first
  const composition = fromPost(post, media)
  const content = publishedOn(composition, account)
  const target = post.targets.find(({ account_id }) => account_id === account.id)!
  const loaded = partsOf(contentOf(composition, account.id)).flatMap((part) => part.attachments)
  const isIncomplete = loaded.length < referencesOf(post, target).length
  const note = (post.source === 'external' || (isIncomplete && !isLoading)) && (
    <PreviewNote post={post} target={target} />
  )
  const choices = accounts.map(({ id, platform, username }) => {
    const isOnly = accounts.filter((each) => each.platform === platform).length === 1
    return { value: id, label: isOnly ? platformName(platform) : username }
  })
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('preview')}
        </Title>
        {accounts.length > 1 && accounts.length <= tabsMax && (
          <SegmentedControl
            aria-label={t('previewOf')}
            data={choices}
            value={account.id}
            onChange={choose}
          />
        )}
        {accounts.length > tabsMax && (
          <NativeSelect
            aria-label={t('previewOf')}
            data={choices}
            value={account.id}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        <Box maw={375} w="100%" mx="auto">
          {isIncomplete && isLoading ? (
            <Skeleton height={previewHeight} />
          ) : (
            <PreviewCard account={account} content={content} missing={note} />
          )}
        </Box>
        {partsOf(content).map(
          ({ text }, index) =>
            isFolded(account, text) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
              <div key={index}>
                <Text size="xs" c="dimmed">
                  {t('fullText')}
                </Text>
                <Untrusted size="sm">{text}</Untrusted>
              </div>
            ),
        )}
      </Stack>
    </Paper>
  )
}

/** The files of the post on an account, with those of its thread. */
function referencesOf(post: Post, target: Target): Post['media'] {
  const thread = target.thread ?? post.thread
  return [...(target.media ?? post.media), ...thread.flatMap(({ media }) => media)]
}

/** Whether the platform, and so the preview, hides the end of the text. */
function isFolded({ platform }: AccountListItem, text: string): boolean {
  const preview = platformOf(platform)?.preview
  if (!preview) return false
  return [...text].length > preview.fold_chars || text.split('\n').length > preview.fold_lines
}
