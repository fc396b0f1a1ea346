import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'
import { useShortcutsEnabled } from './use-shortcuts.ts'
import { useTypedText } from './use-typed-text.ts'

const pauseMs = 300

type Props = {
  /** What is searched, such as `Search posts`. */
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

/** A field that searches while the user types. The key `/` focuses it, Escape empties it. */
export function SearchField({ label, value, onChange }: Props) {
  const common = useMessages(commonMessages)
  const { text, type, clear } = useTypedText(value, onChange, pauseMs)
  const input = useRef<HTMLInputElement>(null)
  const [areShortcutsEnabled] = useShortcutsEnabled()
  return (
    <TextInput
      ref={input}
      role="searchbox"
      aria-label={label}
      placeholder={label}
      aria-keyshortcuts={areShortcutsEnabled ? '/' : undefined}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton
            aria-label={common('clearSearch')}
            onClick={() => {
              clear()
              input.current?.focus()
            }}
          />
        ) : (
          areShortcutsEnabled && (
            <Kbd size="xs" visibleFrom="sm" aria-hidden>
              /
            </Kbd>
          )
        )
      }
      w="100%"
      maw={420}
      maxLength={LIMITS.search.charsMax}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && clear()}
    />
  )
}

/** The words of a search, to highlight them. */
export function wordsOf(search: string | null): string[] {
  return search?.split(/\s+/).filter(Boolean) ?? []
}
