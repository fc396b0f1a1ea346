import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useProfileParam, useSearchParam } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { wordsOf } from '../../../parts/search-field.tsx'
import { useProfileName, useProfiles } from '../../../session/use-profiles.ts'
import { MediaThumb } from '../parts/media-thumb.tsx'
import { postMessages } from '../parts/messages.ts'
import { PostLink } from '../parts/post-link.tsx'

const tagsShown = 3

/** A post in a list: first image, excerpt, tags. */
export function PostExcerpt({ post, media }: { post: Post; media: readonly Media[] }) {
  const t = useMessages(postMessages)
  const nameOf = useProfileName()
  const profiles = useProfiles()
  const [profile] = useProfileParam()
  const [search] = useSearchParam('search')
  const references =
    post.media.length > 0 ? post.media : post.targets.flatMap((target) => target.media ?? [])
  const first = media.find(({ id }) => id === references[0]?.id)
  const showsProfile = profile === null && profiles.length > 1
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {references.length > 0 && (
        <MediaThumb media={first} type={first?.type ?? 'image'} size={44} alt="" />
      )}
      <Stack gap={4} miw={0}>
        <PostLink post={post} highlight={wordsOf(search)} />
        <Group gap={6}>
          {showsProfile && (
            <Text size="xs" c="dimmed" truncate maw={200} dir="auto">
              {nameOf(post.profile_id)}
            </Text>
          )}
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
