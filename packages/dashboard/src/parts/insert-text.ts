/**
 * Replaces a range of a text area as if it had been typed, so that Ctrl+Z undoes it and React sees
 * the change. The caret stands behind the text afterwards.
 */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  range: { start: number; end: number } = caretOf(field),
): void {
  field.focus()
  field.setSelectionRange(range.start, range.end)
  // The only insertion that browsers put on their undo stack.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, range.start, range.end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function caretOf({ selectionStart: start, selectionEnd: end }: HTMLTextAreaElement) {
  return { start, end }
}
