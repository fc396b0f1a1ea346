/** Platform IDs have at least this many digits; shorter numbers in a URL are something else. */
const digitsMin = 8

/**
 * Extracts the platform's post ID from pasted text: the ID itself or a URL that contains it.
 * Threads and Instagram URLs have a short code that their APIs do not accept: returns `null`.
 */
export function platformIdIn(input: string): string | null {
  const text = input.trim()
  if (/^\d[\d_]*$/.test(text)) return text
  if (!URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const queryIds = ['story_fbid', 'fbid', 'v'].map((name) => searchParams.get(name) ?? '')
  const candidates = [...queryIds, ...pathname.split('/').reverse()]
  const isId = new RegExp(`^\\d{${digitsMin},}(_\\d+)?$`)
  return candidates.find((part) => isId.test(part)) ?? null
}
