import { Badge, Group, Stack } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useProfileParam, useSearchText } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { ProfileLabel } from '../../../parts/profile-mark.tsx'
import { wordsOf } from '../../../parts/search-field.tsx'
import { ExpiredLines, useExpiredAccountsOf } from '../../../post/expired-accounts.tsx'
import { MediaThumb } from '../../../post/media-thumb.tsx'
import { postMessages } from '../../../post/messages.ts'
import { PartCount } from '../../../post/part-count.tsx'
import { PostLink } from '../../../post/post-link.tsx'
import { useProfiles } from '../../../session/use-profiles.ts'
import { FailureLine } from './failure-line.tsx'

const tagsShown = 3

/** A post in a list: first image, excerpt, what prevents publishing, tags. */
export function PostExcerpt({ post, media }: { post: Post; media: readonly Media[] }) {
  const t = useMessages(postMessages)
  const profiles = useProfiles()
  const [profile] = useProfileParam()
  const [search] = useSearchText()
  const references =
    post.media.length > 0 ? post.media : post.targets.flatMap((target) => target.media ?? [])
  const first = media.find(({ id }) => id === references[0]?.id)
  const expired = useExpiredAccountsOf()(post)
  const client = profile === null && profiles.find(({ id }) => id === post.profile_id)
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {references.length > 0 && (
        <MediaThumb media={first} type={first?.type ?? 'image'} size={56} alt="" />
      )}
      <Stack gap={4} miw={0}>
        <PostLink post={post} highlight={wordsOf(search)} />
        <ExpiredLines accounts={expired} />
        <FailureLine post={post} />
        <Group gap={6}>
          <PartCount post={post} />
          {client && profiles.length > 1 && <ProfileLabel profile={client} maw={200} />}
          {post.source === 'external' && (
            <Badge size="sm" variant="default" tt="none">
              {t('external')}
            </Badge>
          )}
          {post.tags.slice(0, tagsShown).map((tag) => (
            <Badge key={tag} size="sm" variant="default" tt="none" maw={140}>
              {tag}
            </Badge>
          ))}
        </Group>
      </Stack>
    </Group>
  )
}
