import { Combobox, Textarea, type TextareaProps, useCombobox, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { insertText } from './insert-text.ts'
import { commonMessages } from './messages.ts'
import { type Sign, type Trigger, triggerAt } from './trigger.ts'

/** A choice: the text that replaces what was typed, and how the list shows it. */
export type Suggestion = { key: string; insert: string; line: ReactNode }

/** What is suggested for a trigger. */
export type Suggesting = {
  /** Accessible name of the list. */
  label: string
  suggestions: readonly Suggestion[]
  /** Below the suggestions; shown without any, too. */
  footer?: ReactNode
}

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  signs: readonly Sign[]
  trigger: Trigger | null
  onTrigger: (trigger: Trigger | null) => void
  suggesting: Suggesting
}

/**
 * A text area with suggestions after `signs`: arrows choose, Enter or Tab insert, Escape closes. The focus
 * stays in the text.
 */
export function SuggestingTextarea(props: Props) {
  const { fieldRef, text, onText, signs, trigger, onTrigger, suggesting, ...rest } = props
  const { label, suggestions, footer } = suggesting
  const t = useMessages(commonMessages)
  const id = useId()
  /** The start of the word for which the list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [chosenIndex, setChosenIndex] = useState<number | null>(null)
  const combobox = useCombobox()

  const hasContent = suggestions.length > 0 || Boolean(footer)
  const isOpen = trigger !== null && trigger.start !== closedAt && hasContent
  const activeIndex = Math.min(chosenIndex ?? (trigger?.query ? 0 : -1), suggestions.length - 1)
  const idOf = (index: number) => `${id}-${index}`

  const follow = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? triggerAt(value, selectionStart, signs) : null
    if (next?.start !== closedAt) setClosedAt(null)
    if (next?.query !== trigger?.query || next?.start !== trigger?.start) setChosenIndex(null)
    onTrigger(next)
  }
  const insert = (index: number) => {
    const suggestion = suggestions[index]
    if (!suggestion || !trigger || !fieldRef.current) return
    insertText(fieldRef.current, suggestion.insert, trigger)
    onTrigger(null)
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
          {...rest}
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
          onBlur={() => onTrigger(null)}
          onKeyDownCapture={handleKey}
        />
      </Combobox.Target>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options aria-label={label}>
          {suggestions.map(({ key, line }, index) => (
            <Combobox.Option
              key={key}
              id={idOf(index)}
              value={String(index)}
              aria-selected={index === activeIndex}
              {...(index === activeIndex ? { bg: 'var(--mantine-color-default-hover)' } : {})}
            >
              {line}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {footer && (
          <Combobox.Footer style={suggestions.length === 0 ? { borderTop: 0 } : undefined}>
            {footer}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {isOpen && suggestions.length > 0 && t('suggestions', { count: suggestions.length })}
      </VisuallyHidden>
    </Combobox>
  )
}
