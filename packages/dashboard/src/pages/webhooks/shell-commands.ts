/** A command that sends the same request again: headers, signature and the exact body. */
export function curlCommand(url: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ')
}

/** A command that computes the signature of a body as of the time in a signature header. */
export function verifyCommand(signature: string, body: string): string {
  const t = /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? ''
  return [
    "secret='whsec_…'",
    `t=${quoted(t)}`,
    `body=${quoted(body)}`,
    `printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"`,
  ].join('\n')
}

/** A word of a POSIX shell that is exactly the text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
