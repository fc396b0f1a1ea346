import { Box, Text, TextInput } from '@mantine/core'
import type { SecondFactorSetup } from '@postern/sdk'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Form, useForm } from '../parts/form.tsx'
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
  const form = useForm({
    initialValues: { current_password: '' },
    send: (values) => client.session.setUpSecondFactor(values),
    topics: [],
    onSuccess: onSetup,
  })
  return (
    <Form form={form} action={t('continue')}>
      {/* Password managers need the account's user name. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        label={t('currentPassword')}
        description={t('passwordText')}
        required
        autoComplete="current-password"
        data-autofocus
        {...form.field('current_password')}
      />
    </Form>
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
  const form = useForm({
    initialValues: { code: '' },
    check: ({ code }) => ({ code: !code.trim() && t('codeMissing') }),
    send: (values) => client.session.enableSecondFactor(values),
    topics: [],
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
  })
  return (
    <Form form={form} action={t('turnOn')}>
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
        {...form.field('code')}
      />
    </Form>
  )
}
