import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

/** A password input whose button to show the password is named in the language of the dashboard. */
export function PasswordField(props: PasswordInputProps) {
  const t = useMessages(commonMessages)
  return (
    <PasswordInput
      // Unlike other inputs, this one leaves it out.
      aria-invalid={props.error ? true : undefined}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  )
}
