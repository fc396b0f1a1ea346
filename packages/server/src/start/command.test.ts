import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandFor } from './command.ts'

test.each([
  [resolve('data'), true, 'npm run postern -- sign-in'],
  [resolve('data'), false, 'npx --no-install postern sign-in'],
  [resolve('other'), true, 'npm run postern -- --data-dir other/ sign-in'],
  ['/srv/postern', false, 'npx --no-install postern --data-dir /srv/postern/ sign-in'],
  [
    "/srv/Anna's data",
    true,
    String.raw`npm run postern -- --data-dir '/srv/Anna'\''s data/' sign-in`,
  ],
])('the command for %s (in a clone: %s) is %s', (dataDir, isRepository, command) => {
  expect(commandFor(dataDir, 'sign-in', isRepository)).toBe(command)
})
