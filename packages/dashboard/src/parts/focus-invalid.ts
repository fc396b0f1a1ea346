import { type RefObject, useEffect } from 'react'

/** Focuses the first field of a form that shows an error, once the errors of this event are shown. */
export function focusInvalid(form: HTMLElement | null): void {
  setTimeout(() => {
    const wrong = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
    const first = [...wrong].find((each) => each.checkVisibility())
    first?.focus()
    // With its message, which the buttons of a dialog could cover.
    first?.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'center' })
  })
}

/** The same for the errors of a response. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, error: Error | null): void {
  useEffect(() => {
    if (error) focusInvalid(form.current)
  }, [form, error])
}
