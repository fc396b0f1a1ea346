/**
 * The fields of an update's request that have another value after it than before, by name and without
 * values. Only fields that the resource shows count: not a password, nor an option of the request.
 */
export function changedFields(request: object, before: object, after: object): string[] {
  return Object.entries(request)
    .filter(([name]) => name in after)
    .filter(([name, sent]) => {
      const [was, is] = [before, after].map((shown) => (shown as Record<string, unknown>)[name])
      return JSON.stringify(sentParts(was, sent)) !== JSON.stringify(sentParts(is, sent))
    })
    .map(([name]) => name)
}

/**
 * What a value has at the places that the request names. Without the rest, such as the status of a post's
 * target, which changes with the post's time.
 */
function sentParts(shown: unknown, sent: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(sent)) {
    return shown.map((item, index) => sentParts(item, sent[index]))
  }
  if (!isObject(shown) || !isObject(sent)) return shown
  return Object.keys(sent).map((name) => sentParts(shown[name], sent[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
