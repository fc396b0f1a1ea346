import { Group, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { mediaMessages } from './media-messages.ts'

type Props = { name: string; alt: string; charsMax: number; onChange: (alt: string) => void }

/** The alternative text of a file, with its length, and a hint while it is missing. */
export function AltField({ name, alt, charsMax, onChange }: Props) {
  const t = useMessages(mediaMessages)
  const { i18n } = useTranslation()
  const id = useId()
  const [length, max] = [alt.length, charsMax].map((each) => each.toLocaleString(i18n.language))
  return (
    <div>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={5}
        aria-label={t('altOf', { name })}
        aria-describedby={id}
        placeholder={t('altPlaceholder')}
        maxLength={charsMax}
        dir="auto"
        value={alt}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group id={id} justify="space-between" gap="xs" mt={2} wrap="nowrap" align="flex-start">
        <Text size="xs" c="dimmed">
          {alt.trim() ? '' : t('altMissing')}
        </Text>
        <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }} miw="max-content">
          {length} / {max}
        </Text>
      </Group>
    </div>
  )
}
