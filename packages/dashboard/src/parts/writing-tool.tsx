import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode, RefObject } from 'react'
import { insertText } from './insert-text.ts'
import type { Sign } from './trigger.ts'

type Props = Omit<ComponentPropsWithRef<typeof ActionIcon<'button'>>, 'aria-label'> & {
  label: string
}

/** A button below a text area. */
export function WritingTool({ label, ...props }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon {...props} variant="subtle" color="gray" aria-label={label} />
    </Tooltip>
  )
}

type SignProps = {
  sign: Sign
  label: string
  fieldRef: RefObject<HTMLTextAreaElement | null>
  children: ReactNode
}

/** Types the sign at the start of a word, which opens its suggestions. */
export function SignTool({ sign, label, fieldRef, children }: SignProps) {
  const type = () => {
    const field = fieldRef.current
    if (!field) return
    const before = field.value.slice(0, field.selectionStart)
    insertText(field, /[^\s(]$/.test(before) ? ` ${sign}` : sign)
  }
  return (
    <WritingTool label={label} onClick={type}>
      {children}
    </WritingTool>
  )
}
