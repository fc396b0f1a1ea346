import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { safeUrl } from '../../../parts/safe-url.ts'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { MediaThumb } from '../../../post/media-thumb.tsx'
import { postMessages } from '../../../post/messages.ts'

export function PostContent({ post, media }: { post: Post; media: readonly Media[] }) {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('content')}
        </Title>
        {post.text ? <Untrusted>{post.text}</Untrusted> : <Text c="dimmed">{tp('noText')}</Text>}
        <MediaRow references={post.media} media={media} />
        {post.thread.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
          <Stack key={index} gap="xs">
            <Text size="xs" c="dimmed">
              {t('part', { number: index + 2 })}
            </Text>
            <Untrusted>{part.text}</Untrusted>
            <MediaRow references={part.media} media={media} />
          </Stack>
        ))}
      </Stack>
    </Paper>
  )
}

type RowProps = { references: Post['media']; media: readonly Media[] }

/** Thumbnails that link to the full files. */
export function MediaRow({ references, media }: RowProps) {
  if (references.length === 0) return null
  return (
    <Group gap="xs" align="flex-start">
      {references.map(({ id, alt_text }) => {
        const file = media.find((candidate) => candidate.id === id)
        const url = safeUrl(file?.url)
        const thumb = (
          <MediaThumb media={file} type={file?.type ?? 'image'} size={96} alt={alt_text ?? ''} />
        )
        if (!url) return <div key={id}>{thumb}</div>
        return (
          <Anchor
            key={id}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={alt_text || id}
          >
            {thumb}
          </Anchor>
        )
      })}
    </Group>
  )
}
