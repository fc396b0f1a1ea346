import { createContext, useContext } from 'react'

const PaletteContext = createContext<() => void>(() => {})

/** Provides the function that opens the command palette to the pages. */
export const PaletteProvider = PaletteContext.Provider

/** Opens the command palette from a page of the shell. */
export function useOpenPalette(): () => void {
  return useContext(PaletteContext)
}
