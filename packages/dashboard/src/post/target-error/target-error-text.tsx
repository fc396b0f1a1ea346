import { Box, Text } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { commonMessages } from '../../parts/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { Untrusted } from '../../parts/untrusted.tsx'
import { detailMessages } from '../detail-messages.ts'

export type TargetErrorValue = NonNullable<Target['error']>

/** What the API writes between its own sentence and the platform's. */
const platformMark = ' Message from the platform: '

/** The platform's own words in an error message; '' if it said nothing. */
function quoteOf({ source, message }: TargetErrorValue): string {
  const [, ...words] = source === 'platform' ? message.split(platformMark) : []
  return words.join(platformMark)
}

/** Errors of this service whose message names what is wrong. Its other messages repeat the code. */
function hasDetail({ code, source, retryable }: TargetErrorValue): boolean {
  if (source === 'platform') return false
  return ['content_invalid', 'media_invalid'].includes(code) || (code === 'internal' && !retryable)
}

type Props = { error: TargetErrorValue; platform: Target['platform'] }

/** What the translated sentence of an error cannot say: the platform's words as a quote, or the API's. */
export function TargetErrorText({ error, platform }: Props) {
  const t = useMessages(detailMessages)
  const tc = useMessages(commonMessages)
  const quote = quoteOf(error)
  if (quote) {
    return (
      <Box
        component="blockquote"
        m={0}
        ps="sm"
        style={{ borderInlineStart: '3px solid var(--mantine-color-default-border)' }}
      >
        <Text size="xs">{t('quoteOf', { platform: platformName(platform) })}</Text>
        <Untrusted size="sm">{quote}</Untrusted>
      </Box>
    )
  }
  if (!hasDetail(error)) return null
  return (
    <Text size="xs" className="untrusted">
      {tc('apiMessage')} <span lang="en">{error.message}</span>
    </Text>
  )
}
