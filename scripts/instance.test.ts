import { expect, test } from 'vitest'
import { shownFolder } from './instance.ts'

test.each([
  ['/home/ada/postern/data', 'data/'],
  ['/home/ada/postern', './'],
  ['/home/ada/postern/..data', '..data/'],
  ['/srv/postern', '/srv/postern/'],
  ['/home/ada', '/home/ada/'],
])('data folder %s, started in /home/ada/postern → shown as %s', (folder, shown) => {
  expect(shownFolder(folder, '/home/ada/postern')).toBe(shown)
})
