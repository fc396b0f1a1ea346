import { Alert, Text, TextInput, type TextInputProps } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { useMember } from '../session/use-session.ts'
import { linkMessages } from './messages.ts'
import { useBrandName } from './use-brand-settings.ts'

/** Whether a form asks an owner for the brand name, as long as none is set. */
export function useIsBrandNameAsked(): boolean {
  const isOwner = useMember().member.role === 'owner'
  const stored = useBrandName()
  // The field stays while the form is sent, although the name is set by then.
  const [isAsked] = useState(isOwner && stored === null)
  return isAsked
}

/** Asks for the name by which clients know who wants them to connect an account. */
export function BrandNameField(props: TextInputProps) {
  const t = useMessages(linkMessages)
  return (
    <TextInput
      label={t('brandName')}
      description={t('brandNameHint')}
      dir="auto"
      required
      maxLength={LIMITS.brand.nameCharsMax}
      {...props}
    />
  )
}

/** Warns staff that a client would not read who invites them. */
export function MissingBrandName() {
  const t = useMessages(linkMessages)
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<TriangleAlert aria-hidden />}
      title={t('noBrandTitle')}
    >
      <Text size="sm">{t('noBrandStaff')}</Text>
    </Alert>
  )
}
