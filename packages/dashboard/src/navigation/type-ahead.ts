/**
 * What was typed for the command palette before its field had the focus. `early-keys.ts` listens from the
 * first moment on, the shell opens the palette, and the palette takes the text over.
 */
export type TypeAhead = {
  /** `null`: nothing is typed for the palette, or its field has the focus. */
  text: string | null
  /** Whether the shell handles Ctrl K. */
  isShellReady: boolean
}

declare global {
  var typeAhead: TypeAhead | undefined
}

/** Returns the text and stops collecting it; the field has the focus now. */
export function takeTypedText(): string {
  const { typeAhead } = globalThis
  const text = typeAhead?.text ?? ''
  if (typeAhead) typeAhead.text = null
  return text
}
