import { checkMax, errorFinding, warningFinding } from './findings.ts'
import type { PublishFinding } from './publish.ts'
import { firstLink, type TextLimits, textLength } from './text-length.ts'

/** White space, control and format characters, and letters that show nothing, such as U+3164. */
const invisible =
  /^(?:[\s\p{Z}\p{C}\u{2800}\u{3164}\u{ffa0}\u{115f}\u{1160}]|\p{Variation_Selector}|\u{34f})*$/u

/** Whether a text shows nothing: networks refuse it like an empty one. */
export function isBlank(text: string): boolean {
  return invisible.test(text)
}

/** Checks the length of a text; `subject` starts the message: `The reply`. */
export function checkTextLength(
  { path, subject, platform }: { path: string; subject: string; platform: string },
  text: string,
  limits: TextLimits,
): PublishFinding[] {
  const { max, bytesMax, unit } = limits
  const isInBytes = unit === 'bytes'
  const message = `${subject} is too long. ${platform} allows ${max} ${isInBytes ? 'bytes' : 'characters'}.`
  const finding = { path, code: isInBytes ? 'text_bytes_too_long' : 'text_too_long', message }
  const findings = checkMax(finding, max, textLength(text, limits))
  const bytes = Buffer.byteLength(text, 'utf8')
  if (bytesMax === undefined || bytes <= bytesMax) return findings
  const bytesMessage = `${subject} is too long. ${platform} allows ${bytesMax} bytes.`
  const facts = { limit: bytesMax, actual: bytes }
  const code = 'text_bytes_too_long'
  return [...findings, errorFinding({ path, code, message: bytesMessage }, facts)]
}

/** Warns about a link in a text that the platform shows without making it clickable. */
export function checkPlainLinks(text: string, platform: string): PublishFinding[] {
  if (firstLink(text) === null) return []
  const message = `Links in a caption are not clickable on ${platform}.`
  return [warningFinding({ path: 'text', code: 'link_not_clickable', message })]
}
