import { describe, expect, test } from 'vitest'
import { findBrowser } from './browsers.mjs'

const linux = { environment: { PATH: '/opt/bin:/usr/bin' }, platform: 'linux', home: '/home/ada' }
const mac = { environment: { PATH: '/usr/bin' }, platform: 'darwin', home: '/Users/ada' }

describe('the browser for the tests of pages', () => {
  test.each([
    { name: 'Chromium in a folder of PATH', machine: linux, path: '/opt/bin/chromium' },
    { name: 'Chrome on Linux', machine: linux, path: '/usr/bin/google-chrome-stable' },
    { name: 'Edge on Linux', machine: linux, path: '/usr/bin/microsoft-edge' },
    { name: 'a snap that is not in PATH', machine: linux, path: '/snap/bin/chromium' },
    {
      name: 'Chrome on macOS',
      machine: mac,
      path: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    },
    {
      name: 'Edge among the applications of one user',
      machine: mac,
      path: '/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    },
  ])('$name → is found', ({ machine, path }) => {
    expect(findBrowser({ ...machine, exists: (file) => file === path })).toBe(path)
  })

  test('CHROMIUM names a browser → it is used before all others', () => {
    const environment = { ...linux.environment, CHROMIUM: '/opt/my-browser' }
    expect(findBrowser({ ...linux, environment, exists: () => true })).toBe('/opt/my-browser')
  })

  test('CHROMIUM names a file that does not exist → the next one is used', () => {
    const environment = { ...linux.environment, CHROMIUM: '/opt/my-browser' }
    const exists = (file: string) => file === '/usr/bin/chromium'
    expect(findBrowser({ ...linux, environment, exists })).toBe('/usr/bin/chromium')
  })

  test('the headless shell is later in PATH than Chrome → the headless shell is used', () => {
    const paths = ['/opt/bin/google-chrome', '/usr/bin/chromium-headless-shell']
    expect(findBrowser({ ...linux, exists: (file) => paths.includes(file) })).toBe(paths[1])
  })

  test.each([
    { name: 'Linux', machine: linux },
    { name: 'macOS', machine: mac },
    { name: 'an empty environment', machine: { ...linux, environment: {} } },
  ])('$name without a browser → null', ({ machine }) => {
    expect(findBrowser({ ...machine, exists: () => false })).toBeNull()
  })
})
