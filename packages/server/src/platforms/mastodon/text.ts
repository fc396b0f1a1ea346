/** Without the mentions that a reply begins with, unless there is nothing else. */
export function withoutLeadingMentions(text: string): string {
  return text.replace(/^(?:@[\w.-]+(?:@[\w.-]+)?\s+)+(?=\S)/, '')
}

const remoteMention = /(^|[^\w/@])@(\w[\w.-]*)@\w[\w.-]*/g

/**
 * A form in which a published status equals the text that was sent: mentions have lost their host, and
 * white space may differ.
 */
export function comparableText(text: string): string {
  return text.replace(remoteMention, '$1@$2').normalize('NFC').replace(/\s+/g, ' ').trim()
}
