import { Group, Stack, Text } from '@mantine/core'
import type { Account, PlatformFileRules } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { ratioText } from './crop-ratio.ts'
import { mediaMessages } from './media-messages.ts'

/** What each platform accepts, before anything is uploaded: one line per platform. */
export function MediaLimitList({ accounts }: { accounts: readonly Account[] }) {
  const t = useMessages(mediaMessages)
  const describe = useFileRules()
  // Of several accounts on a platform, the one with the lowest limit.
  const byLimit = accounts.toSorted((one, two) => two.limits.media.max - one.limits.media.max)
  const platforms = new Map(byLimit.map((account) => [account.platform, account]))
  if (platforms.size === 0) return null
  return (
    <Stack gap={4} aria-label={t('limits')} role="list">
      {[...platforms.values()].map(({ platform, limits: { media } }) => (
        <Group key={platform} gap={6} wrap="nowrap" align="flex-start" role="listitem">
          <PlatformMark platform={platform} size={14} />
          <Text size="xs" c="dimmed">
            {[
              `${platformName(platform)}: ${t('files', { count: media.max })}`,
              ...(['image', 'video'] as const).flatMap((type) => {
                const rules = media.files.find((each) => each.type === type)
                return rules ? [describe(rules)] : []
              }),
            ].join(' · ')}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

const formatNames: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
}

/** `images (JPEG up to 8 MB; others are converted), 4:5 to 1.91:1` */
function useFileRules(): (rules: PlatformFileRules) => string {
  const t = useMessages(mediaMessages)
  const { i18n } = useTranslation()
  return ({ type, formats, converted, bytes_max, ratio_min, ratio_max, seconds_max }) => {
    const [size, unit] =
      bytes_max < 1_000_000_000 ? [bytes_max / 1_000_000, 'MB'] : [bytes_max / 1_000_000_000, 'GB']
    const sizeText = `${Math.floor(size).toLocaleString(i18n.language)} ${unit}`
    const hasTightRatio = type === 'image' && ratio_min !== null && ratio_max !== null
    return [
      t(type === 'video' ? 'videosUpTo' : converted ? 'imagesConverted' : 'imagesUpTo', {
        size: sizeText,
        formats: formats.map((format) => formatNames[format] ?? format).join(', '),
      }),
      ...(hasTightRatio
        ? [
            t('ratioRange', {
              min: ratioText(ratio_min, i18n.language),
              max: ratioText(ratio_max, i18n.language),
            }),
          ]
        : []),
      ...(type === 'video' && seconds_max !== null
        ? [
            seconds_max < 120
              ? t('secondsMax', { seconds: seconds_max })
              : t('minutesMax', { minutes: Math.floor(seconds_max / 60) }),
          ]
        : []),
    ].join(', ')
  }
}
