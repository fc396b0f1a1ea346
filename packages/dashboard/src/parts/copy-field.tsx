import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

type Props = {
  label: string
  value: string
  description?: string
  /** The text of a button below the value, instead of an icon. */
  copyLabel?: string
}

/** A read-only value with a copy button. If the browser refuses to copy, the value is selected. */
export function CopyField({ label, value, description, copyLabel }: Props) {
  const t = useMessages(commonMessages)
  const clipboard = useClipboard()
  const input = useRef<HTMLInputElement>(null)
  const { error } = clipboard
  useEffect(() => {
    if (!error) return
    input.current?.focus()
    input.current?.select()
  }, [error])
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          ref={input}
          label={label}
          description={description}
          value={value}
          readOnly
          flex={1}
          // At 14 pixels Chromium clips the underscores of DejaVu Sans Mono.
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        {!copyLabel && <CopyIcon clipboard={clipboard} value={value} label={label} size={36} />}
      </Group>
      {copyLabel && <LabeledCopyButton value={value} label={copyLabel} />}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('copyRefusedSelected')}
        </Text>
      )}
    </Stack>
  )
}

type ButtonProps = { value: string; label: string; size?: number }

/** Copies a value that is shown elsewhere. */
export function CopyButton(props: ButtonProps) {
  return <CopyIcon {...props} clipboard={useClipboard()} isAlone />
}

type LabeledProps = { value: string; label: string; variant?: 'default' | 'filled' }

/** As `CopyButton`, with its label as text. */
export function LabeledCopyButton({ value, label, variant = 'default' }: LabeledProps) {
  const t = useMessages(commonMessages)
  const { copied, copy, error } = useClipboard()
  return (
    <Tooltip label={t('copyRefused')} opened={error !== null}>
      <Button
        variant={variant}
        leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={() => copy(value)}
      >
        {copied ? t('copied') : label}
      </Button>
    </Tooltip>
  )
}

type IconProps = ButtonProps & {
  clipboard: ReturnType<typeof useClipboard>
  /** No field says that the browser refused to copy. */
  isAlone?: boolean
}

function CopyIcon({ clipboard, value, label, size = 28, isAlone = false }: IconProps) {
  const t = useMessages(commonMessages)
  const isRefused = isAlone && clipboard.error !== null
  const result = isRefused ? t('copyRefused') : t(clipboard.copied ? 'copied' : 'copy')
  return (
    <Tooltip label={result} {...(isRefused ? { opened: true } : {})}>
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
