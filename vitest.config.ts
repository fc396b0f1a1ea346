import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/**
 * The tests use the SDK's sources, without a build. Files behind the condition `module` are for bundlers:
 * Node cannot run some of them, so Vitest leaves it out too.
 */
const conditions = defaultServerConditions.filter((condition) => condition !== 'module')
const ssr = { resolve: { conditions: ['@postern/source', ...conditions] } }

export default defineConfig({
  test: {
    projects: [
      {
        ssr,
        test: {
          name: 'server',
          // A crowded machine may be late for a browser once; what is wrong is wrong twice.
          retry: 1,
          include: [
            'packages/server/{src,test}/**/*.test.ts',
            'packages/dashboard/test/**/*.test.ts',
          ],
          globalSetup: ['packages/server/test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ssr,
        test: {
          name: 'others',
          retry: 1,
          include: [
            'packages/{sandbox,sdk}/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: 60_000,
        },
      },
    ],
    maxWorkers: 2,
    // Properties play the same cases each time; `npm run fuzz` plays more, and others.
    provide: { chance: { times: 1, seed: 20_261_121 } },
  },
})
