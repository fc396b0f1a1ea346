const [quote, backslash, comma, bracket, brace, bracketEnd, braceEnd] = Buffer.from('"\\,[{]}')

/**
 * Whether JSON has more commas and opening brackets outside strings than `valuesMax` values can have, or
 * is nested deeper than `depthMax`. This takes 1 ms; parsing 1 MiB of short fields takes 50 to 90 ms, and
 * checking them much longer. Parsing lists nested 45,000 deep takes 170 MB.
 */
export function hasTooManyValues(
  bytes: Uint8Array,
  valuesMax: number,
  depthMax = Number.POSITIVE_INFINITY,
): boolean {
  let marks = 0
  let depth = 0
  let isText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (isText && byte === backslash) index += 1
    else if (byte === quote) isText = !isText
    else if (isText) continue
    else if (byte === comma) marks += 1
    else if (byte === bracketEnd || byte === braceEnd) depth -= 1
    else if (byte === bracket || byte === brace) {
      marks += 1
      depth += 1
    }
    if (marks > 2 * valuesMax || depth > depthMax) return true
  }
  return false
}
