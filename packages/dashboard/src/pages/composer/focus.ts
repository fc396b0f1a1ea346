/** Focuses the text of the post, after what is being rendered. */
export function focusText(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector('textarea')?.focus())
}

/** Focuses the first field that is wrong, or scrolls to the first error. False if none is visible. */
export function showInvalid(form: HTMLElement | null): boolean {
  const marks = '[aria-invalid="true"], [data-invalid], [data-error-line]'
  const all = form?.querySelectorAll<HTMLElement>(marks) ?? []
  const first = [...all].find((each) => each.checkVisibility())
  // A message has no focus, the button in it has.
  const target = first?.hasAttribute('data-error-line') ? first.querySelector('button') : first
  target?.focus()
  // With the label and the message.
  const field = first?.closest('.mantine-InputWrapper-root') ?? first
  field?.scrollIntoView({ block: 'center' })
  return first !== undefined
}
