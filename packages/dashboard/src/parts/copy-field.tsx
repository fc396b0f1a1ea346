import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

type Props = { label: string; value: string; description?: string }

/** A read-only value with a copy button. */
export function CopyField({ label, value, description }: Props) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        flex={1}
        // At 14 pixels Chromium clips the underscores of DejaVu Sans Mono.
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} label={label} size={36} />
    </Group>
  )
}

export function CopyButton({
  value,
  label,
  size = 28,
}: {
  value: string
  label: string
  size?: number
}) {
  const t = useMessages(commonMessages)
  const clipboard = useClipboard()
  return (
    <Tooltip label={clipboard.copied ? t('copied') : t('copy')}>
      <ActionIcon
        variant="default"
        size={size}
        aria-label={`${t('copy')}: ${label}`}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
