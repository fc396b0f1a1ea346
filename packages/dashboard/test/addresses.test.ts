import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignAddresses, lookalikes } from '../../server/test/security/addresses.ts'
import { safeUrl } from '../src/parts/safe-url.ts'
import { sameSitePath } from '../src/session/same-site-path.ts'

const site = 'https://posts.example.com'
const all = Object.entries({ ...foreignAddresses, ...lookalikes })

test.each(all)('a return URL to another site is ignored after signing in: %s', (_what, address) => {
  const path = sameSitePath(address)
  if (path === null) return
  expect(path).toMatch(/^\/(?!\/)/)
  expect(new URL(path, site).origin).toBe(site)
  expect(new URL(`/dashboard${path}`, site).origin).toBe(site)
})

test.each(['//evil.test', '/\\evil.test', '/\t/evil.test', '/.//evil.test', '/a/..//evil.test'])(
  '%j is not accepted as a path of this site',
  (address) => expect(sameSitePath(address)).toBeNull(),
)

test.each(['/', '/posts?status=failed#top', '/profiles/a%2Fb', '/search?q=//x'])(
  'after signing in the path %s is opened unchanged',
  (path) => expect(sameSitePath(path)).toBe(path),
)

test.each(all)('links from platforms must be https: %s', (_what, address) => {
  const url = safeUrl(address)
  if (url !== null) expect(new URL(url).protocol).toMatch(/^https:$|^http:$/)
  if (url?.startsWith('http:')) expect(url).toMatch(/^http:\/\/(localhost|127\.0\.0\.1)[:/]/)
})

test.each([
  ['http://mastodon.localhost:4100/@anna/1', true],
  ['http://localhost.evil.test/', false],
  ['http://evillocalhost/', false],
])('a link over http leads to a server of the sandbox or nowhere: %s', (address, isAllowed) => {
  expect(safeUrl(address)).toBe(isAllowed ? address : null)
})

const source = join(import.meta.dirname, '..', 'src')

/** Files that build their own URLs, with the reason why these are safe. */
const ownAddresses: Record<string, string> = {
  'connect/link-address.tsx': 'the link that the API has just made',
  'connect/link-message.tsx': 'a message with the link that the API has just made',
  'pages/composer/media/crop-dialog.tsx': 'the path of an upload on this site',
  'pages/settings/sign-in-provider.tsx': 'the path where the server starts the sign-in',
  'parts/wordmark.tsx': 'our own picture, a file of the build',
  'post/preview/link-card.tsx': 'an image that the API returns as a data: URL',
  'report/report-button.tsx': 'the link that the API has just made',
  'session/recovery-codes.tsx': 'a data: URL of the codes, to download them',
  'session/sign-in-options.tsx': 'the path where the server starts the sign-in',
}

test('every external URL in the pages goes through safeUrl', () => {
  const dynamic = /\b(?:href|src)=\{(?!['"`]\/)|window\.open\(|location\.(?:assign|replace)\((?!')/
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const open = files.filter((file) => {
    if (!/\.tsx?$/.test(file)) return false
    const text = readFileSync(join(source, file), 'utf8')
    return dynamic.test(text) && !text.includes('safeUrl(')
  })
  expect(open.sort()).toEqual(Object.keys(ownAddresses).sort())
})

test('no component renders raw HTML', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const raw =
    /dangerouslySetInnerHTML|\.innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/
  const wrong = files.filter(
    (file) => /\.tsx?$/.test(file) && raw.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(wrong).toEqual([])
})
