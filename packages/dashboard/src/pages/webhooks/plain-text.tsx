import { Code } from '@mantine/core'

/** A long text of a machine in a place of its own height; it scrolls by keys as well. */
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
