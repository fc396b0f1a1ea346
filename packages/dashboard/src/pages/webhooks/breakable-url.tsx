import { Fragment } from 'react'

/** Where a URL may be broken: after a separator, but not within `//` or an IP address. */
const separators = /(?<=[/?&=_-]|\.(?!\d))(?!\/)/

/** A URL that is broken after its separators, and within a word only where a word is longer than a line. */
export function BreakableUrl({ url }: { url: string }) {
  const parts = url.split(separators)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a URL repeat and have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
