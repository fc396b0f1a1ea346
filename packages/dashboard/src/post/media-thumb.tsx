import { Box, Center } from '@mantine/core'
import { Film, ImageIcon } from 'lucide-react'
import { safeUrl } from '../parts/safe-url.ts'

type Props = {
  media: { url: string; thumbnail_url: string | null } | null | undefined
  type: 'image' | 'video'
  size: number
  alt?: string
}

/** A square thumbnail; an icon of the type if there is no image. */
export function MediaThumb({ media, type, size, alt = '' }: Props) {
  const source = safeUrl(media?.thumbnail_url ?? (type === 'image' ? media?.url : null))
  const Icon = type === 'video' ? Film : ImageIcon
  return (
    <Box
      w={size}
      h={size}
      bg="var(--mantine-color-default-hover)"
      style={{ borderRadius: 'var(--mantine-radius-sm)', overflow: 'hidden', flexShrink: 0 }}
    >
      {source ? (
        <img
          src={source}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          style={{ objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Center h="100%" c="dimmed">
          <Icon size={Math.round(size / 2.5)} aria-hidden />
        </Center>
      )}
    </Box>
  )
}
