import { Combobox, Textarea, type TextareaProps, useCombobox, VisuallyHidden } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { insertText } from './insert-text.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Trigger, triggerAt } from './trigger.ts'
import { useSuggestions } from './use-suggestions.ts'
import { writingMessages } from './writing-messages.ts'

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  text: string
  accounts: readonly Account[]
  onText: (text: string) => void
}

/**
 * A text area that suggests hashtags after `#` and accounts after `@`: arrows choose, Enter or Tab
 * insert, Escape closes. The focus stays in the text.
 */
export function SuggestingTextarea({ fieldRef, text, accounts, onText, ...props }: Props) {
  const t = useMessages(writingMessages)
  const id = useId()
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  /** The start of the word for which the list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [chosenIndex, setChosenIndex] = useState<number | null>(null)
  const suggestions = useSuggestions(trigger, accounts)
  const combobox = useCombobox()

  const hasContent = suggestions.length > 0 || (trigger?.sign === '@' && accounts.length > 0)
  const isOpen = trigger !== null && trigger.start !== closedAt && hasContent
  const activeIndex = Math.min(chosenIndex ?? (trigger?.query ? 0 : -1), suggestions.length - 1)
  const idOf = (index: number) => `${id}-${index}`

  const follow = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? triggerAt(value, selectionStart) : null
    if (next?.start !== closedAt) setClosedAt(null)
    if (next?.query !== trigger?.query || next?.start !== trigger?.start) setChosenIndex(null)
    setTrigger(next)
  }
  const insert = (index: number) => {
    const suggestion = suggestions[index]
    if (!suggestion || !trigger || !fieldRef.current) return
    insertText(fieldRef.current, `${suggestion.text} `, trigger)
    setTrigger(null)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setClosedAt(trigger.start)
    else if (step && suggestions.length > 0) {
      const count = suggestions.length
      setChosenIndex(activeIndex < 0 && step < 0 ? count - 1 : (activeIndex + step + count) % count)
    } else if (['Enter', 'Tab'].includes(event.key) && activeIndex >= 0 && !event.shiftKey) {
      insert(activeIndex)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(value) => insert(Number(value))}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <Textarea
          {...props}
          ref={fieldRef}
          value={text}
          autoComplete="off"
          aria-autocomplete="list"
          {...(isOpen && activeIndex >= 0 ? { 'aria-activedescendant': idOf(activeIndex) } : {})}
          {...(isOpen ? { 'aria-controls': combobox.listId ?? undefined } : {})}
          onChange={(event) => {
            onText(event.currentTarget.value)
            follow(event.currentTarget)
          }}
          onSelect={(event) => follow(event.currentTarget)}
          onBlur={() => setTrigger(null)}
          onKeyDownCapture={handleKey}
        />
      </Combobox.Target>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        {trigger && (
          <SuggestionList
            sign={trigger.sign}
            suggestions={suggestions}
            accounts={accounts}
            idOf={idOf}
            activeIndex={activeIndex}
          />
        )}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {isOpen && suggestions.length > 0 && t('suggestions', { count: suggestions.length })}
      </VisuallyHidden>
    </Combobox>
  )
}
