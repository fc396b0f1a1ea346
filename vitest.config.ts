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
  'packages/server/src/resources/media/inspector.test.ts', // counts and kills the process that inspects images
  'packages/server/src/operation/metrics.test.ts', // the meters are one for a process
  'packages/server/src/operation/tracing.test.ts', // the tracer is one for a process
  'packages/server/test/isolation/table.test.ts', // watches every query of `pg`
]

/** These drive a Chromium, one for each worker. */
const pages = [
  'packages/dashboard/test/**/*.test.ts',
  'packages/server/test/scenarios/{ending-page,hosted-page,page-states,reference-page}.test.ts',
]

/** Only in `npm run test:full`: they take minutes, or compilers, old Node versions and other databases. */
const slow = [
  'bench/faults.test.ts',
  'bench/faults/processes.test.ts',
  'packages/server/test/clients/*.test.ts',
  'packages/server/test/models/{accounts,links,posts,replies,webhooks}.test.ts',
  'packages/server/test/sdk/packed.test.ts',
]

/** `npm test` plays these once, `npm run test:full` more often. */
const properties = [
  'packages/server/test/fuzz/*.test.ts',
  'packages/server/test/models/{formats,guards}.test.ts',
]

const openHandles = 'packages/server/test/open-handles.ts'
const chromium = 'packages/server/test/chromium.ts'

/** Files of a project share one process per worker, and so the modules, unless `isolate` is set. */
function project(name: string, include: string[], more: object = {}) {
  const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 }
  const files = { name, include, exclude: ['**/node_modules/**'] }
  return {
    ssr,
    test: { ...files, ...timeouts, isolate: false, setupFiles: [openHandles], ...more },
  }
}

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full'
  const pageTests = project('pages', pages, { setupFiles: [chromium, openHandles] })
  const everywhere = ['{packages,bench,scripts}/**/*.test.ts']
  const elsewhere = ['**/node_modules/**', ...alone, ...pages, ...slow]
  return {
    test: {
      projects: isFull
        ? [project('slow', [...slow, ...properties]), pageTests]
        : [
            // The isolation table, the longest file by far, comes first: others run beside it.
            project('alone', alone, { isolate: true }),
            pageTests,
            project('shared', everywhere, { exclude: elsewhere }),
          ],
      globalSetup: ['packages/server/test/global-setup.ts'],
      // One more than the two cores: page tests wait for the browser a third of the time.
      maxWorkers: 3,
      // Properties play the same cases each time; `npm run fuzz` plays more, and others.
      provide: { isFull, propertyRuns: { times: isFull ? 4 : 1, seed: 20_261_121 } },
    },
  }
})
