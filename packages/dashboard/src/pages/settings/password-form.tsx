import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useMember } from '../../session/use-session.ts'
import { settingsMessages } from './messages.ts'
import { hintBelow, SaveForm } from './save-form.tsx'

export function PasswordForm() {
  const t = useMessages(settingsMessages)
  const { member } = useMember()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const save = useAction(
    (client) => client.session.update({ current_password: current, password }),
    {
      topics: ['sessions'],
      successMessage: t('passwordSaved'),
      onSuccess: () => {
        setCurrent('')
        setPassword('')
      },
      onError: shownInForm,
    },
  )
  return (
    <SaveForm
      save={save}
      fields={['current_password', 'password']}
      label={t('changePassword')}
      isChanged={current !== '' && password !== ''}
      isMain={false}
    >
      {/* Password managers need the account's user name. */}
      <input hidden readOnly autoComplete="username" value={member.email ?? ''} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PasswordField
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          value={current}
          error={fieldError(save.error, 'current_password')}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          label={t('newPassword')}
          description={t('passwordHint')}
          inputWrapperOrder={hintBelow}
          required
          minLength={12}
          autoComplete="new-password"
          value={password}
          error={fieldError(save.error, 'password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </SimpleGrid>
    </SaveForm>
  )
}
