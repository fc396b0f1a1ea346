import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { PosternConnectionError, PosternError } from '@postern/sdk'
import { Check, Copy, TriangleAlert } from 'lucide-react'
import { PageLoadError } from '../api/load-page.ts'
import {
  errorDetailMessage,
  errorMessage,
  fieldWords,
  isTranslated,
} from '../messages/api-error-message.ts'
import { type Translate, useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

/** A failed request in place of its data, with a retry button. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  error: Error
  onRetry?: (() => void) | undefined
}) {
  const t = useMessages(commonMessages)
  return (
    <Alert
      color="red"
      variant="light"
      title={t('failed')}
      icon={<TriangleAlert aria-hidden />}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <ErrorText error={error} />
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Error message with that of each field and the request ID. */
export function ErrorText({ error }: { error: Error }) {
  const t = useMessages(commonMessages)
  const clipboard = useClipboard()
  const requestId = error instanceof PosternError ? error.requestId : null
  const details = error instanceof PosternError ? error.details : []
  const own = error instanceof PosternError && isTranslated(error) ? error.message : null
  return (
    <Stack gap={4}>
      <Text size="sm" className="untrusted">
        {wordsOf(error, t)}
      </Text>
      {details.slice(0, detailsMax).map((detail) => (
        <Text size="sm" key={`${detail.path} ${detail.message}`} className="untrusted">
          {detail.path ? `${fieldWords(detail.path)}: ` : ''}
          {errorDetailMessage(detail)}
        </Text>
      ))}
      {own && (
        <Text size="xs" className="untrusted">
          {t('apiMessage')} <span lang="en">{own}</span>
        </Text>
      )}
      {requestId && (
        <Group gap={4} wrap="nowrap">
          <Text size="xs" ff="monospace" miw={0} className="untrusted">
            {t('request', { id: requestId })}
          </Text>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('copyRequest')}
            onClick={() => clipboard.copy(requestId)}
          >
            {clipboard.copied ? <Check size={14} /> : <Copy size={14} />}
          </ActionIcon>
        </Group>
      )}
    </Stack>
  )
}

const detailsMax = 5

function wordsOf(
  error: Error,
  t: Translate<Record<'network' | 'timeout' | 'pageError', string>>,
): string {
  if (error instanceof PosternError) return errorMessage(error)
  if (error instanceof PosternConnectionError) {
    return t(error.reason === 'timeout' ? 'timeout' : 'network')
  }
  return t(error instanceof PageLoadError ? 'network' : 'pageError')
}

/** The error message of one form field, or of a part of it such as `tags.0`; `null` without one. */
export function fieldError(error: Error | null, path: string): string | null {
  if (!(error instanceof PosternError)) return null
  const detail = error.details.find((each) => `${each.path}.`.startsWith(`${path}.`))
  if (detail) return errorDetailMessage(detail)
  return error.param === path ? errorMessage(error) : null
}
