/** Headers of a file from an untrusted source: no browser runs it, whatever its content. */
export const fileHeaders = {
  // A shared cache would keep a file after its deletion.
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': `default-src 'none'; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

export function missingFile(): Response {
  return new Response('File not found.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
