import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The ink of the hosted pages; dark enough for white text from shade 6 on (WCAG AA). */
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

export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
})
