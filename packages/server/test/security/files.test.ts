import { expect, test } from 'vitest'
import { buildMedia } from '../media-files.ts'
import { useTestApp } from '../test-app.ts'

const testApp = useTestApp()

/** Path traversals, plain and as proxies and decoders read them. */
const traversals = [
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/package.json',
  '%2e%2e%2fpackage.json',
  '..%5cpackage.json',
  '..\\package.json',
  '....//package.json',
  '..;/package.json',
  '%252e%252e%252fpackage.json',
  '%c0%ae%c0%ae/package.json',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:///etc/passwd',
  'index.js%00.html',
  '../../../../../../etc/passwd',
  '..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '../server/src/main.ts',
  '.git/config',
]

test.each(traversals)('a path traversal serves no file outside the dashboard: %s', async (way) => {
  for (const folder of ['/dashboard/', '/dashboard/assets/', '/dashboard/assets/x/../']) {
    const response = await testApp.app.request(`http://localhost:4000${folder}${way}`)
    const text = await response.text()
    expect(text).not.toMatch(/"(?:name|dependencies|workspaces)":|root:x:|\[core\]|startServer/)
    if (response.status === 200) expect(text).toContain('<!doctype html>')
  }
})

test.each(traversals)('a path traversal below /media returns 404: %s', async (way) => {
  const media = await buildMedia(testApp)
  const { pathname } = new URL(media.url)
  const [, , token] = pathname.split('/')
  for (const path of [`/media/${token}/${way}`, `/media/${way}/${token}`, `/media/${way}`]) {
    const response = await testApp.app.request(`http://localhost:4000${path}`)
    expect(response.status).toBe(404)
  }
})
