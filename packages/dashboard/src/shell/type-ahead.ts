/**
 * What was typed for the command palette before its file was loaded. `start.ts` listens from the first
 * moment on, the shell opens the palette, and the palette takes the text over.
 */
export type TypeAhead = {
  /** `null`: the palette is not expected to open. */
  text: string | null
  /** Whether the shell handles Ctrl K. */
  isShellReady: boolean
  /** Stops listening and returns the text. */
  stop: () => string
}

declare global {
  var typeAhead: TypeAhead | undefined
}
