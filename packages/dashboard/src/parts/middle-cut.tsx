import './middle-cut.css'

/** The end of the text, which stays visible when its middle is cut. */
const tailChars = 14

/** A URL or path on one line, cut in its middle if it is too long. On phones it wraps. */
export function MiddleCut({ text }: { text: string }) {
  return (
    <span className="middle-cut">
      <span>{text.slice(0, -tailChars)}</span>
      <span>{text.slice(-tailChars)}</span>
    </span>
  )
}
