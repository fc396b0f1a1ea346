import { SimpleGrid, TextInput } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useMember } from '../../session/use-session.ts'
import { hintBelow } from './hint-below.ts'
import { settingsMessages } from './messages.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** Changing the email requires the current password, and a confirmation if emails can be sent. */
export function YouForm() {
  const t = useMessages(settingsMessages)
  const common = useMessages(commonMessages)
  const { member, sign_in: signIn } = useMember()
  const isEmailFixed = signIn.password !== 'set'
  const before = member.email ?? ''
  const form = useForm({
    initialValues: {
      name: member.name,
      email: before,
      current_password: '',
      time_zone: member.time_zone,
    },
    send: ({ name, time_zone, ...login }, client) =>
      client.session.update({ name, time_zone, ...(login.email !== before ? login : {}) }),
    topics: ['session', 'members'],
    successMessage: t('saved'),
    onSuccess: ({ member: { email } }) => form.set({ email: email ?? '', current_password: '' }),
  })
  const { name, email, time_zone: timeZone } = form.values
  const isNewEmail = email !== before
  const emailHint = isEmailFixed
    ? t('emailFixed')
    : isNewEmail
      ? t('emailHint')
      : member.new_email && t('emailSent', { email: member.new_email })
  return (
    <Form
      form={form}
      action={common('save')}
      isDisabled={name === member.name && !isNewEmail && timeZone === member.time_zone}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('name')} required autoComplete="name" {...form.field('name')} />
        <TextInput
          label={t('email')}
          inputWrapperOrder={hintBelow}
          description={emailHint}
          readOnly={isEmailFixed}
          type="email"
          required
          autoComplete="username"
          {...form.field('email')}
        />
      </SimpleGrid>
      {isNewEmail && (
        <PasswordField
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          {...form.field('current_password')}
        />
      )}
      <TimeZoneField {...form.field('time_zone')} />
    </Form>
  )
}
