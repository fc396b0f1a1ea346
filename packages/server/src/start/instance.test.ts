import { expect, test } from 'vitest'
import { displayPath } from './instance.ts'

test.each([
  ['/home/ada/postern/data', 'data/'],
  ['/home/ada/postern', './'],
  ['/home/ada/postern/..data', '..data/'],
  ['/srv/postern', '/srv/postern/'],
  ['/home/ada', '/home/ada/'],
])('the data folder %s is printed as %s in /home/ada/postern', (folder, printed) => {
  expect(displayPath(folder, '/home/ada/postern')).toBe(printed)
})
