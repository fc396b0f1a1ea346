import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useMember } from '../../session/use-session.ts'
import { settingsMessages } from './messages.ts'
import { hintBelow, SaveForm } from './save-form.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** Changing the email requires the current password, and a confirmation if emails can be sent. */
export function YouForm() {
  const t = useMessages(settingsMessages)
  const common = useMessages(commonMessages)
  const { member, sign_in: signIn } = useMember()
  const isEmailFixed = signIn.password !== 'set'
  const [name, setName] = useState(member.name)
  const [email, setEmail] = useState(member.email ?? '')
  const [timeZone, setTimeZone] = useState(member.time_zone)
  const [password, setPassword] = useState('')
  const isNewEmail = email !== (member.email ?? '')
  const emailHint = isEmailFixed
    ? t('emailFixed')
    : isNewEmail
      ? t('emailHint')
      : member.new_email && t('emailSent', { email: member.new_email })
  const save = useAction(
    (client) =>
      client.session.update({
        name,
        time_zone: timeZone,
        ...(isNewEmail ? { email, current_password: password } : {}),
      }),
    {
      topics: ['session', 'members'],
      successMessage: t('saved'),
      onSuccess: (session) => {
        setPassword('')
        setEmail(session.member.email ?? '')
      },
      onError: shownInForm,
    },
  )
  return (
    <SaveForm
      save={save}
      fields={['name', 'email', 'time_zone', ...(isNewEmail ? ['current_password'] : [])]}
      label={common('save')}
      isChanged={name !== member.name || isNewEmail || timeZone !== member.time_zone}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('name')}
          required
          autoComplete="name"
          value={name}
          error={fieldError(save.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('email')}
          inputWrapperOrder={hintBelow}
          description={emailHint}
          readOnly={isEmailFixed}
          type="email"
          required
          autoComplete="username"
          value={email}
          error={fieldError(save.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </SimpleGrid>
      {isNewEmail && (
        <PasswordField
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          value={password}
          error={fieldError(save.error, 'current_password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <TimeZoneField
        value={timeZone}
        error={fieldError(save.error, 'time_zone')}
        onChange={setTimeZone}
      />
    </SaveForm>
  )
}
