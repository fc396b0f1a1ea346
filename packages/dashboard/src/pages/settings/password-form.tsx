import { SimpleGrid } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useMember } from '../../session/use-session.ts'
import { hintBelow } from './hint-below.ts'
import { settingsMessages } from './messages.ts'

export function PasswordForm() {
  const t = useMessages(settingsMessages)
  const { member } = useMember()
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    send: (values, client) => client.session.update(values),
    topics: ['sessions'],
    successMessage: t('passwordSaved'),
    onSuccess: () => form.reset(),
  })
  const { current_password, password } = form.values
  return (
    <Form
      form={form}
      action={t('changePassword')}
      button={{ variant: 'default' }}
      isDisabled={!current_password || !password}
    >
      {/* Password managers need the account's user name. */}
      <input hidden readOnly autoComplete="username" value={member.email ?? ''} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PasswordField
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <PasswordField
          label={t('newPassword')}
          description={t('passwordHint')}
          inputWrapperOrder={hintBelow}
          required
          minLength={12}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </SimpleGrid>
    </Form>
  )
}
