import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
} from '@mantine/core'

/** The primary color of the hosted pages. From shade 6 on, white text passes WCAG AA. */
const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe4f2',
  '#b5c8e4',
  '#8ba9d6',
  '#678fca',
  '#4f7ec3',
  '#3566ad',
  '#2b5695',
  '#244a82',
  '#183760',
]

/** Cool grays with three depths: page (8), card (7), raised (6). Text on each passes WCAG AA. */
const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c5cad3',
  '#9aa2b0',
  '#78818f',
  '#353b46',
  '#2a303a',
  '#20252d',
  '#181c22',
  '#101318',
  '#0b0d11',
]

const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  radius: { lg: '12px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.35' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h5: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
})

/** Adds accessible names that Mantine's buttons lack. */
export function createAppTheme(names: { close: string }): typeof theme {
  const components = {
    CloseButton: { defaultProps: { 'aria-label': names.close } },
    // A dialog's header must not be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Paper: { defaultProps: { radius: 'lg' } },
  }
  return { ...theme, components }
}

/** White on Mantine's red has a contrast of 3.3 only. */
const filledRed = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
}

const softText = { light: '#59616b', dark: '#a5acb8' }

/** Dark background tinted with a color; Mantine's own are too strong for badges. */
function tinted(name: string, more: number): string {
  const share = (name === 'gray' || name === 'ink' ? 45 : 24) + more
  return `color-mix(in srgb, var(--mantine-color-${name}-7) ${share}%, var(--mantine-color-body))`
}

/** Mantine's dimmed texts and light badges fail WCAG AA (4.5:1); these pass. */
export const cssVariables: CSSVariablesResolver = () => {
  const names = [...Object.keys(DEFAULT_THEME.colors).filter((name) => name !== 'dark'), 'ink']
  const texts = names.map((name) => [
    `--mantine-color-${name}-light-color`,
    `color-mix(in srgb, var(--mantine-color-${name}-9) 66%, black)`,
  ])
  const darkTexts = names.flatMap((name) => [
    [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
    [`--mantine-color-${name}-light`, tinted(name, 0)],
    [`--mantine-color-${name}-light-hover`, tinted(name, 10)],
  ])
  return {
    variables: {},
    light: {
      '--mantine-color-dimmed': softText.light,
      '--mantine-color-placeholder': softText.light,
      '--mantine-color-error': '#c92a2a',
      '--mantine-color-default-border': '#d5dae2',
      ...filledRed,
      ...Object.fromEntries(texts),
    },
    dark: {
      '--mantine-color-dimmed': softText.dark,
      // Mantine's shade 4 fails in a row under the pointer.
      '--mantine-color-anchor': 'var(--mantine-color-ink-3)',
      '--mantine-color-placeholder': softText.dark,
      '--mantine-color-error': '#ff8787',
      ...filledRed,
      ...Object.fromEntries(darkTexts),
    },
  }
}
