/** Verifiers to take along; the same as in docs/webhooks.md, which are run as tests. */
export const samples = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function verify(header: string, rawBody: Buffer, secret: string, now = Date.now() / 1000): boolean {
  const parts = header.split(',').map((part) => part.split('='))
  const t = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(now - t) <= 300)) return false
  const expected = createHmac('sha256', secret).update(\`\${t}.\`).update(rawBody).digest()
  return parts.some(([name, hex = '']) => {
    const given = Buffer.from(hex, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  Python: `import hashlib
import hmac
import time


def verify(header: str, raw_body: bytes, secret: str, now: float | None = None) -> bool:
    parts = [part.partition("=") for part in header.split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not t.isdecimal() or abs((time.time() if now is None else now) - int(t)) > 300:
        return False
    signed = t.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected.encode())
        for name, _, value in parts
    )`,
  Shell: `# t and v1 are in the header Service-Signature; the output must be v1.
printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"

# The same request by hand, as your receiver gets it.
curl -X POST "$url" -H 'Content-Type: application/json' \\
  -H "Service-Signature: t=$t,v1=$v1" --data-binary "$body"`,
} as const
