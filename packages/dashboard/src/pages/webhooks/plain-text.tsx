import { Code } from '@mantine/core'

/** Preformatted text with a maximum height; focusable, so that it scrolls by keyboard. */
export function PlainText({
  label,
  text,
  height,
}: {
  label: string
  text: string
  height: number
}) {
  return (
    <Code
      block
      tabIndex={0}
      role="region"
      aria-label={label}
      className="untrusted"
      dir="auto"
      mah={height}
      style={{ overflowY: 'auto' }}
    >
      {text}
    </Code>
  )
}
