import { Alert, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { fieldError } from '../parts/error-notice.tsx'
import { useMember } from '../session/use-session.ts'
import { linkMessages } from './messages.ts'
import { useBrandName } from './use-brand-settings.ts'

type BrandNameInput = {
  /** Owners are asked as long as no name is set. */
  isAsked: boolean
  name: string
  isMissing: boolean
  ref: RefObject<HTMLInputElement | null>
  change: (name: string) => void
  /** Whether the form may be sent; otherwise the field says that it is required. */
  check: () => boolean
}

/** The brand name that a form saves with its link. */
export function useBrandNameInput(): BrandNameInput {
  const isOwner = useMember().member.role === 'owner'
  const stored = useBrandName()
  // The field stays while the form is sent, although the name is set by then.
  const [isAsked] = useState(isOwner && stored === null)
  const [name, setName] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  return {
    isAsked,
    name: name.trim(),
    isMissing,
    ref,
    change: (value) => {
      setName(value)
      setIsMissing(false)
    },
    check: () => {
      if (!isAsked || name.trim()) return true
      setIsMissing(true)
      ref.current?.focus()
      return false
    },
  }
}

type FieldProps = {
  input: BrandNameInput
  error: Error | null
  /** Focuses the field when the dialog opens. */
  isFirst?: boolean
}

/** Asks an owner for the name by which clients know who wants them to connect an account. */
export function BrandNameField({ input, error, isFirst = false }: FieldProps) {
  const t = useMessages(linkMessages)
  if (!input.isAsked) return null
  return (
    <TextInput
      ref={input.ref}
      label={t('brandName')}
      description={t('brandNameHint')}
      dir="auto"
      required
      data-autofocus={isFirst || undefined}
      maxLength={LIMITS.brand.nameCharsMax}
      onChange={(event) => input.change(event.currentTarget.value)}
      error={input.isMissing ? t('brandNameMissing') : fieldError(error, 'brand_name')}
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
