import { Box, Center, SimpleGrid, Text } from '@mantine/core'
import { Film, ImageIcon } from 'lucide-react'
import { safeUrl } from '../../../parts/safe-url.ts'
import type { Piece } from '../composition.ts'

type Range = { min: number; max: number }

/** An image or the first frame of a video. `ratio` is width to height. */
export function PreviewPiece({ piece, ratio }: { piece: Piece; ratio: number }) {
  const { media, type, alt } = piece
  const source = safeUrl(media?.thumbnail_url ?? (type === 'image' ? media?.url : null))
  const film = type === 'video' ? safeUrl(media?.url) : null
  return (
    <Box
      pos="relative"
      bg="var(--mantine-color-default-hover)"
      style={{ aspectRatio: String(ratio), overflow: 'hidden' }}
    >
      {source && <img src={source} alt={alt} style={fill} />}
      {film && <video src={`${film}#t=0.1`} preload="metadata" muted style={fill} tabIndex={-1} />}
      {!source && !film && (
        <Center h="100%" c="dimmed">
          {type === 'video' ? <Film aria-hidden /> : <ImageIcon aria-hidden />}
        </Center>
      )}
      {film && (
        <Center pos="absolute" inset={0} c="white">
          <Film size={32} aria-hidden />
        </Center>
      )}
    </Box>
  )
}

const fill = { width: '100%', height: '100%', objectFit: 'cover', display: 'block' } as const

/** The first image of a carousel, with dots, or a placeholder if there is none. */
export function PreviewCarousel({ pieces, range }: { pieces: readonly Piece[]; range: Range }) {
  const [first] = pieces
  if (!first) {
    return (
      <Center c="dimmed" bg="var(--mantine-color-default-hover)" style={{ aspectRatio: '1' }}>
        <ImageIcon aria-hidden />
      </Center>
    )
  }
  return (
    <Box>
      <PreviewPiece piece={first} ratio={ratioOf(first, range)} />
      {pieces.length > 1 && (
        <Text size="xs" c="dimmed" ta="center" mt={4}>
          <span aria-hidden>{'● '}</span>
          <span aria-hidden>{'○ '.repeat(Math.min(pieces.length, 10) - 1)}</span>1 / {pieces.length}
        </Text>
      )}
    </Box>
  )
}

/** The first images of a horizontally scrolling strip. */
export function PreviewStrip({ pieces }: { pieces: readonly Piece[] }) {
  if (pieces.length === 0) return null
  const [first] = pieces
  if (pieces.length === 1 && first) {
    return (
      <Box style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'hidden' }}>
        <PreviewPiece piece={first} ratio={ratioOf(first, { min: 0.66, max: 1.91 })} />
      </Box>
    )
  }
  return (
    <SimpleGrid cols={2} spacing={4}>
      {pieces.slice(0, 2).map((piece, place) => (
        <Box
          key={piece.key}
          pos="relative"
          style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'hidden' }}
        >
          <PreviewPiece piece={piece} ratio={0.8} />
          {place === 1 && <Rest count={pieces.length - 2} />}
        </Box>
      ))}
    </SimpleGrid>
  )
}

/** Up to four images in a grid; the last one shows how many more there are. */
export function PreviewGrid({ pieces }: { pieces: readonly Piece[] }) {
  const [first] = pieces
  if (!first) return null
  if (pieces.length === 1) {
    return <PreviewPiece piece={first} ratio={ratioOf(first, { min: 0.8, max: 1.91 })} />
  }
  return (
    <SimpleGrid cols={2} spacing={2} verticalSpacing={2}>
      {pieces.slice(0, 4).map((piece, place) => (
        <Box key={piece.key} pos="relative">
          <PreviewPiece piece={piece} ratio={1} />
          {place === 3 && <Rest count={pieces.length - 4} />}
        </Box>
      ))}
    </SimpleGrid>
  )
}

function Rest({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <Center pos="absolute" inset={0} bg="rgb(0 0 0 / 0.6)" c="white" fw={700} fz="lg">
      +{count}
    </Center>
  )
}

function ratioOf({ media }: Piece, { min, max }: Range): number {
  const { width, height } = media ?? {}
  if (!width || !height) return 1
  return Math.min(max, Math.max(min, width / height))
}
