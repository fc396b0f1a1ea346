/** Ids of the platforms have at least so many digits; shorter ones in a link are something else. */
const digitsMin = 8

/**
 * The id of a post in what somebody pasted: the id itself, or a link with it inside. A link of
 * Threads or Instagram has a short code instead, which the platform's API does not know: `null`.
 */
export function platformIdIn(given: string): string | null {
  const text = given.trim()
  if (/^\d[\d_]*$/.test(text)) return text
  if (!URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const named = ['story_fbid', 'fbid', 'v'].map((name) => searchParams.get(name) ?? '')
  const parts = [...named, ...pathname.split('/').reverse()]
  const isId = new RegExp(`^\\d{${digitsMin},}(_\\d+)?$`)
  return parts.find((part) => isId.test(part)) ?? null
}
