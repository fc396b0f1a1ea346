import { Box, Center, SimpleGrid, Stack, Text } from '@mantine/core'
import { Film, ImageIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { safeUrl } from '../../parts/safe-url.ts'
import type { Attachment } from '../composition.ts'
import { previewMessages } from './messages.ts'

type Range = { min: number; max: number }

/** An image or the first frame of a video. `ratio` is width to height. */
export function PreviewAttachment({
  attachment,
  ratio,
}: {
  attachment: Attachment
  ratio: number
}) {
  const { media, type, alt } = attachment
  const imageUrl = safeUrl(media?.thumbnail_url ?? (type === 'image' ? media?.url : null))
  const videoUrl = type === 'video' ? safeUrl(media?.url) : null
  return (
    <Box
      pos="relative"
      bg="var(--mantine-color-default-hover)"
      style={{ aspectRatio: String(ratio), overflow: 'hidden' }}
    >
      {imageUrl && <img src={imageUrl} alt={alt} style={fill} />}
      {videoUrl && (
        <video src={`${videoUrl}#t=0.1`} preload="metadata" muted style={fill} tabIndex={-1} />
      )}
      {!imageUrl && !videoUrl && (
        <Center h="100%" c="dimmed">
          {type === 'video' ? <Film aria-hidden /> : <ImageIcon aria-hidden />}
        </Center>
      )}
      {videoUrl && (
        <Center pos="absolute" inset={0} c="white">
          <Film size={32} aria-hidden />
        </Center>
      )}
    </Box>
  )
}

const fill = { width: '100%', height: '100%', objectFit: 'cover', display: 'block' } as const

/**
 * The files of a carousel side by side, to scroll, or a placeholder if there is none. With
 * `cropsToFirst` all have the ratio of the first, as the platform crops them.
 */
export function PreviewCarousel({
  attachments,
  range,
  cropsToFirst,
  missing,
}: {
  attachments: readonly Attachment[]
  range: Range
  cropsToFirst: boolean
  /** Why there is none. */
  missing?: ReactNode
}) {
  const t = useMessages(previewMessages)
  const [first] = attachments
  if (!first) {
    return (
      <Center
        p="lg"
        c="dimmed"
        bg="var(--mantine-color-default-hover)"
        style={{ aspectRatio: missing ? '2' : '1' }}
      >
        <Stack align="center" gap={6}>
          <ImageIcon aria-hidden />
          {missing || <Text size="sm">{t('noFiles')}</Text>}
        </Stack>
      </Center>
    )
  }
  const ratio = ratioOf(first, range)
  if (attachments.length === 1) return <PreviewAttachment attachment={first} ratio={ratio} />
  const isCropped =
    cropsToFirst && attachments.some((each) => Math.abs(ratioOf(each, range) / ratio - 1) > 0.02)
  return (
    <Box>
      <Box
        // Scrollable by keyboard, so it can be focused.
        tabIndex={0}
        role="group"
        aria-label={t('carousel', { count: attachments.length })}
        style={{ display: 'flex', overflowX: 'auto', scrollSnapType: 'x mandatory' }}
      >
        {attachments.map((attachment) => (
          <Box key={attachment.key} style={{ flex: '0 0 100%', scrollSnapAlign: 'start' }}>
            <PreviewAttachment
              attachment={attachment}
              ratio={cropsToFirst ? ratio : ratioOf(attachment, range)}
            />
          </Box>
        ))}
      </Box>
      {isCropped && (
        <Text size="xs" c="dimmed" ta="center" mt={4} px="sm">
          {t('croppedToFirst')}
        </Text>
      )}
    </Box>
  )
}

/** The first images of a horizontally scrolling strip. */
export function PreviewStrip({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  const [first] = attachments
  if (attachments.length === 1 && first) {
    return (
      <Box style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'hidden' }}>
        <PreviewAttachment attachment={first} ratio={ratioOf(first, { min: 0.66, max: 1.91 })} />
      </Box>
    )
  }
  return (
    <SimpleGrid cols={2} spacing={4}>
      {attachments.slice(0, 2).map((attachment, index) => (
        <Box
          key={attachment.key}
          pos="relative"
          style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'hidden' }}
        >
          <PreviewAttachment attachment={attachment} ratio={0.8} />
          {index === 1 && <MoreCount count={attachments.length - 2} />}
        </Box>
      ))}
    </SimpleGrid>
  )
}

/** Up to four images in a grid; the last one shows how many more there are. */
export function PreviewGrid({ attachments }: { attachments: readonly Attachment[] }) {
  const [first] = attachments
  if (!first) return null
  if (attachments.length === 1) {
    return <PreviewAttachment attachment={first} ratio={ratioOf(first, { min: 0.8, max: 1.91 })} />
  }
  return (
    <SimpleGrid cols={2} spacing={2} verticalSpacing={2}>
      {attachments.slice(0, 4).map((attachment, index) => (
        <Box key={attachment.key} pos="relative">
          <PreviewAttachment attachment={attachment} ratio={1} />
          {index === 3 && <MoreCount count={attachments.length - 4} />}
        </Box>
      ))}
    </SimpleGrid>
  )
}

function MoreCount({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <Center pos="absolute" inset={0} bg="rgb(0 0 0 / 0.6)" c="white" fw={700} fz="lg">
      +{count}
    </Center>
  )
}

function ratioOf({ media }: Attachment, { min, max }: Range): number {
  const { width, height } = media ?? {}
  if (!width || !height) return 1
  return Math.min(max, Math.max(min, width / height))
}
