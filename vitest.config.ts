import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/**
 * The tests use the SDK's sources, without a build. Files behind the condition `module` are for bundlers:
 * Node cannot run some of them, so Vitest leaves it out too.
 */
const conditions = defaultServerConditions.filter((condition) => condition !== 'module')
const ssr = { resolve: { conditions: ['@postern/source', ...conditions] } }

/** Each of these gets a process of its own, for the reason beside it. */
const alone = [
  'packages/server/src/base/heap.test.ts', // runs code in this process with other flags of V8
  'packages/server/src/database/kept.test.ts', // resets the modules
  'packages/server/src/media/inspector.test.ts', // counts and kills the process that inspects images
  'packages/server/src/operation/metrics.test.ts', // the meters are one for a process
  'packages/server/src/operation/tracing.test.ts', // the tracer is one for a process
  'packages/server/test/isolation/table.test.ts', // watches every query of `pg`
]

const server = {
  globalSetup: ['packages/server/test/global-setup.ts'],
  setupFiles: ['packages/server/test/open-handles.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        ssr,
        test: {
          ...server,
          name: 'server',
          isolate: false,
          include: [
            'packages/server/{src,test}/**/*.test.ts',
            'packages/dashboard/test/**/*.test.ts',
          ],
          exclude: alone,
        },
      },
      { ssr, test: { ...server, name: 'alone', include: alone } },
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
