import { Text } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { brandMessages } from './messages.ts'
import { megabytesMax, UnusableLogo } from './use-logo-upload.ts'

/** Why a logo could not be uploaded, and which file to use instead. */
export function LogoError({ error }: { error: Error | null }) {
  const t = useMessages(brandMessages)
  const { i18n } = useTranslation()
  if (!error) return null
  const code = error instanceof PosternError ? error.code : null
  if (error instanceof UnusableLogo && error.reason === 'size') {
    const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
    const size = format.format(error.megabytes)
    return <Sentence text={t('logoTooLarge', { size, max: megabytesMax })} />
  }
  if (error instanceof UnusableLogo && error.reason === 'empty') {
    return <Sentence text={t('logoEmpty')} />
  }
  if (error instanceof UnusableLogo || code === 'media_type_not_supported') {
    return <Sentence text={t('logoWrongType')} />
  }
  if (code === 'media_invalid') return <Sentence text={t('logoDamaged')} />
  return <ErrorNotice error={error} />
}

function Sentence({ text }: { text: string }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  )
}
