import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { SecondFactorSetup } from '@postern/sdk'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useSubmitOnce } from '../api/use-submit-once.ts'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { fieldError } from '../parts/error-notice.tsx'
import { FormError } from '../parts/form-error.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { secondFactorMessages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Password, then QR code and first code, then the recovery codes. `onDone` comes after the last. */
export function SetUpSecondFactor({ email, onDone }: { email: string; onDone: () => void }) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <ConfirmApp setup={setup} onEnabled={setCodes} />
  return <ConfirmPassword email={email} onSetup={setSetup} />
}

function ConfirmPassword({
  email,
  onSetup,
}: {
  email: string
  onSetup: (setup: SecondFactorSetup) => void
}) {
  const t = useMessages(secondFactorMessages)
  const [password, setPassword] = useState('')
  const start = useSubmitOnce({
    mutationFn: () => client.session.setUpSecondFactor({ current_password: password }),
    onSuccess: onSetup,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate()
      }}
    >
      <Stack>
        {/* Password managers need the account's user name. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          label={t('currentPassword')}
          description={t('passwordText')}
          required
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={fieldError(start.error, 'current_password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <FormError error={start.error} fields={['current_password']} />
        <Group justify="flex-end">
          <Button type="submit" loading={start.isPending}>
            {t('continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ConfirmApp({
  setup,
  onEnabled,
}: {
  setup: SecondFactorSetup
  onEnabled: (codes: string[]) => void
}) {
  const t = useMessages(secondFactorMessages)
  const [code, setCode] = useState('')
  const enable = useSubmitOnce({
    mutationFn: () => client.session.enableSecondFactor({ code }),
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enable.mutate()
      }}
    >
      <Stack>
        <Text size="sm">{t('scan')}</Text>
        <Box p={12} bg="#fff" mx="auto" style={{ borderRadius: 8, lineHeight: 0 }}>
          <QRCodeSVG value={setup.otpauth_url} size={176} role="img" aria-label={t('qr')} />
        </Box>
        <CopyField label={t('manual')} value={setup.secret.match(/.{1,4}/g)!.join(' ')} />
        <TextInput
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          autoFocus
          value={code}
          error={fieldError(enable.error, 'code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormError error={enable.error} fields={['code']} />
        <Group justify="flex-end">
          <Button type="submit" loading={enable.isPending}>
            {t('turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
