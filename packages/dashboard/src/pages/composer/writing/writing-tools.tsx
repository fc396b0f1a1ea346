import { ActionIcon, Center, Group, Loader, Popover, Tooltip } from '@mantine/core'
import { AtSign, Hash, Smile } from 'lucide-react'
import { type ComponentPropsWithRef, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { insertText } from './insert-text.ts'
import { writingMessages } from './writing-messages.ts'

const EmojiPicker = lazy(async () => {
  const { EmojiPicker: component } = await import('./emoji-picker.tsx')
  return { default: component }
})

/** The size of the picker, so that nothing moves when it has loaded. */
const pickerSize = { w: 304, h: 360 }

/** Buttons below a text area: emoji, and the signs that open its suggestions. */
export function WritingTools({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useMessages(writingMessages)
  const type = (sign: '#' | '@') => {
    const field = fieldRef.current
    if (!field) return
    const before = field.value.slice(0, field.selectionStart)
    insertText(field, /[^\s(]$/.test(before) ? ` ${sign}` : sign)
  }
  return (
    <Group gap={2} wrap="nowrap">
      <EmojiButton fieldRef={fieldRef} />
      <Tool label={t('addHashtag')} onClick={() => type('#')}>
        <Hash size={17} aria-hidden />
      </Tool>
      <Tool label={t('addMention')} onClick={() => type('@')}>
        <AtSign size={17} aria-hidden />
      </Tool>
    </Group>
  )
}

function EmojiButton({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useMessages(writingMessages)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Tool label={t('addEmoji')} ref={button} onClick={() => setIsOpen(!isOpen)}>
          <Smile size={17} aria-hidden />
        </Tool>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        aria-label={t('addEmoji')}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setIsOpen(false)
          button.current?.focus()
        }}
      >
        <Suspense
          fallback={
            <Center {...pickerSize} aria-busy>
              <Loader size="sm" role="status" aria-label={t('loadingEmoji')} />
            </Center>
          }
        >
          <EmojiPicker
            onChoose={(emoji) => {
              setIsOpen(false)
              if (fieldRef.current) insertText(fieldRef.current, emoji)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

type ToolProps = Omit<ComponentPropsWithRef<typeof ActionIcon<'button'>>, 'aria-label'> & {
  label: string
}

function Tool({ label, ...props }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon {...props} variant="subtle" color="gray" aria-label={label} />
    </Tooltip>
  )
}
