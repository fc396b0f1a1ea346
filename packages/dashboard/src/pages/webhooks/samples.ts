/** Signature verification code; identical to docs/webhooks.md, whose samples run as tests. */
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
  Go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

func Verify(header string, rawBody []byte, secret string, now time.Time) bool {
	var t string
	var given []string
	for _, part := range strings.Split(header, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "t":
			t = value
		case "v1":
			given = append(given, value)
		}
	}
	seconds, err := strconv.ParseInt(t, 10, 64)
	if err != nil || now.Unix()-seconds > 300 || seconds-now.Unix() > 300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(rawBody)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, value := range given {
		if hmac.Equal([]byte(value), expected) {
			return true
		}
	}
	return false
}`,
  PHP: `<?php
function verify(string $header, string $rawBody, string $secret, ?int $now = null): bool
{
    $t = null;
    $given = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = array_pad(explode('=', $part, 2), 2, '');
        if ($name === 't') {
            $t = $value;
        } elseif ($name === 'v1') {
            $given[] = $value;
        }
    }
    if ($t === null || !ctype_digit($t) || abs(($now ?? time()) - (int) $t) > 300) {
        return false;
    }
    $expected = hash_hmac('sha256', $t . '.' . $rawBody, $secret);
    foreach ($given as $value) {
        if (hash_equals($expected, $value)) {
            return true;
        }
    }
    return false;
}`,
  Shell: `# t and v1 are in the header Service-Signature; the output must be v1.
printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$secret"

# The same request by hand, as your receiver gets it.
curl -X POST "$url" -H 'Content-Type: application/json' \\
  -H "Service-Signature: t=$t,v1=$v1" --data-binary "$body"`,
} as const
