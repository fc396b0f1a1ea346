import { Text } from '@mantine/core'
import type { PlatformValue } from '@postern/sdk'
import { platformOf } from '../../api/platforms.ts'
import { useMessages } from '../../messages/messages.ts'
import { previewMessages } from './messages.ts'

const highlighted = /(https?:\/\/\S+|#[\p{L}\p{N}_]+|(?<![\w.])@[\w.]+)/gu

type Props = { platform: PlatformValue; text: string; color?: string }

/** The text truncated as on the platform, with links, hashtags and mentions highlighted. */
export function PreviewText({ platform, text, color }: Props) {
  const t = useMessages(previewMessages)
  const { preview, writing } = platformOf(platform) ?? {}
  // A platform without link cards shows links as plain text.
  const isPlain = (part: string) => writing?.link_card === 'none' && /^https?:/.test(part)
  const truncated = preview ? truncate(text, preview.fold_chars, preview.fold_lines) : text
  if (!text) return null
  return (
    <Text size="sm" className="untrusted" dir="auto" {...(color ? { c: color } : {})}>
      {truncated.split(highlighted).map((part, index) =>
        index % 2 === 1 && !isPlain(part) ? (
          <Text
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in order
            key={index}
            span
            inherit
            fw={color ? 600 : 400}
            c={color ?? 'var(--mantine-color-anchor)'}
          >
            {part}
          </Text>
        ) : (
          part
        ),
      )}
      {truncated.length < text.length && (
        <Text span inherit fw={600} {...(color ? { c: color } : { c: 'dimmed' })}>
          {' … '}
          {t('previewMore')}
        </Text>
      )}
    </Text>
  )
}

function truncate(text: string, chars: number, lines: number): string {
  const firstLines = text.split('\n').slice(0, lines).join('\n')
  const characters = [...firstLines]
  return characters.length > chars ? characters.slice(0, chars).join('').trimEnd() : firstLines
}
