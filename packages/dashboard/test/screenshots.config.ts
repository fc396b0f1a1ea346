import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run screenshots`; not a part of the tests. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..', '..'),
    include: ['packages/dashboard/test/screenshots.ts'],
    globalSetup: ['packages/server/test/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
