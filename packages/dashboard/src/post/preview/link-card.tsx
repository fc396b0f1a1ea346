import { Box, Skeleton, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { previewMessages } from './messages.ts'
import { useLinkPreview } from './use-link-preview.ts'

type Props = {
  url: string
  /** The values of options; they replace what the page says. `null` where the platform reads it. */
  title: string | null
  description: string | null
}

/** The card of a link as a feed shows it: picture, host, title, description. */
export function LinkCard({ url, ...set }: Props) {
  const t = useMessages(previewMessages)
  const preview = useLinkPreview(url)
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
  const title = set.title ?? preview?.title ?? null
  const description = set.description ?? preview?.description ?? null
  const image = preview?.image
  return (
    <Box
      role="group"
      aria-label={t('linkCard', { host })}
      style={{
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
        overflow: 'hidden',
      }}
    >
      {!preview && <Skeleton style={picture} radius={0} />}
      {image && <img src={image} alt="" style={picture} />}
      <Box p="sm" bg="var(--mantine-color-default-hover)">
        <Text size="xs" c="dimmed" truncate>
          {host}
        </Text>
        <Text size="sm" fw={600} lineClamp={2} dir="auto" className="untrusted">
          {title ?? host}
        </Text>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={2} dir="auto" className="untrusted">
            {description}
          </Text>
        )}
        {preview?.reachable === false && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('pageUnreachable')}
          </Text>
        )}
      </Box>
    </Box>
  )
}

const picture = {
  width: '100%',
  aspectRatio: '1.91',
  objectFit: 'cover',
  display: 'block',
} as const
