import { join } from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const conditions = defaultServerConditions.filter((condition) => condition !== 'module')

/** `npm run screenshots`; not a part of the tests. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@postern/source', ...conditions] } },
  test: {
    root: join(import.meta.dirname, '..', '..', '..'),
    include: ['packages/dashboard/test/screenshots.ts'],
    globalSetup: ['packages/server/test/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
