import { Anchor, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { sessionMessages } from './messages.ts'

type Props = {
  value: string
  error: ReactNode
  onChange: (code: string) => void
  /** Called with the sixth digit of the app's code, so that no button has to be pressed. */
  onComplete?: () => void
}

/** A code of the authenticator app, or, on request, a recovery code. */
export function CodeField({ value, error, onChange, onComplete }: Props) {
  const t = useMessages(sessionMessages)
  const [isRecovery, setRecovery] = useState(false)
  const change = (code: string) => {
    onChange(code)
    const digits = code.replaceAll(/\s/g, '')
    if (!isRecovery && /^\d{6}$/.test(digits)) onComplete?.()
  }
  return (
    <Stack gap={6}>
      <TextInput
        // A new field, so that the browser offers codes again.
        key={String(isRecovery)}
        label={t(isRecovery ? 'recoveryCode' : 'code')}
        description={t(isRecovery ? 'recoveryText' : 'codeText')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        autoFocus
        data-autofocus
        value={value}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
        styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.08em' } }}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => {
          setRecovery(!isRecovery)
          onChange('')
        }}
      >
        {t(isRecovery ? 'useApp' : 'useRecovery')}
      </Anchor>
    </Stack>
  )
}
