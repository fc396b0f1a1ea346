import { Center, Group, Loader, Popover } from '@mantine/core'
import { AtSign, Hash, Smile } from 'lucide-react'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { insertText } from '../../../parts/insert-text.ts'
import { SavedTextTool } from '../../../parts/saved-text-suggestions.tsx'
import { SignTool, WritingTool } from '../../../parts/writing-tool.tsx'
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
  return (
    <Group gap={2} wrap="nowrap">
      <EmojiButton fieldRef={fieldRef} />
      <SignTool sign="#" label={t('addHashtag')} fieldRef={fieldRef}>
        <Hash size={17} aria-hidden />
      </SignTool>
      <SignTool sign="@" label={t('addMention')} fieldRef={fieldRef}>
        <AtSign size={17} aria-hidden />
      </SignTool>
      <SavedTextTool fieldRef={fieldRef} />
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
        <WritingTool label={t('addEmoji')} ref={button} onClick={() => setIsOpen(!isOpen)}>
          <Smile size={17} aria-hidden />
        </WritingTool>
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
