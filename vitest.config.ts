import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { limitConstants } from './packages/dashboard/scripts/limit-constants.ts'
import { findBrowser } from './scripts/browsers.mjs'

/**
 * Tests use the SDK's sources instead of a build. The condition `module` is removed, because it selects
 * files for bundlers that Node cannot run.
 */
const conditions = defaultServerConditions.filter((condition) => condition !== 'module')
const ssr = { resolve: { conditions: ['@postern/source', ...conditions] } }

const isolationTable = 'packages/server/test/isolation/table.test.ts'

/** Tests that need a separate process, with the reason. */
const alone = [
  'packages/server/src/resources/media/inspect/inspector.test.ts', // counts and kills the inspector process
  'packages/server/src/operation/metrics.test.ts', // a process has one set of meters
  'packages/server/src/operation/tracing.test.ts', // a process has one tracer
  isolationTable, // watches every query of `pg`
]

/** The dashboard without a browser. */
const ui = ['packages/dashboard/test/ui/*.test.ts']

/** What people do, in Chromium: one per worker. */
const journeys = [
  'packages/dashboard/test/journeys/*.test.ts',
  'packages/server/test/scenarios/{docs-pages,docs-search,ending-page,hosted-page,reference}.test.ts',
]

/** Only in `npm run test:full`: every scene of every page in Chromium, with all rules. */
const rules = [
  'packages/dashboard/test/{pages,rules}/*.test.ts',
  'packages/server/test/scenarios/{docs-scenes,page-states}.test.ts',
]

/** Only in `npm run test:full`: they take minutes or start processes. */
const slow = [
  'bench/{faults,run}.test.ts',
  'bench/faults/processes.test.ts',
  'packages/server/src/cli/listen.test.ts',
  'packages/server/src/database/embedded/{embedded,process}.test.ts',
  'packages/server/src/database/{failover,server-identity}.test.ts',
  'packages/server/test/models/{accounts,approvals,links,posts,replies,webhooks}.test.ts',
  'packages/server/test/scenarios/{new-network,postern,refused-processes,stop-while-starting}.test.ts',
  'packages/server/test/upgrade/upgrade.test.ts',
  'scripts/{scenario,verifiers}.test.ts',
]

/** Only in `npm run test:full`, in CI if a change can touch them: they need compilers or old Node versions. */
const clients = [
  'packages/server/test/clients/*.test.ts',
  'packages/server/test/npm/packages.test.ts',
  'packages/server/test/sdk/packed.test.ts',
]

/** Property tests and isolation, which `npm run test:full` runs with more cases. */
const properties = [
  'packages/server/test/fuzz/*.test.ts',
  'packages/server/test/isolation/tools.test.ts',
  'packages/server/test/models/{formats,guards}.test.ts',
]

/** Only in `npm run test:real`: they need the installed servers of `packages/real-servers`. */
const real = ['packages/real-servers/test/**/*.test.ts']

/** Only in `npm run test:n8n`: they need an installed n8n. */
const n8n = ['packages/n8n/test/server/*.test.ts']

const cpuTime = 'packages/server/test/cpu-time.ts'
const openHandles = 'packages/server/test/open-handles.ts'
const chromium = 'packages/server/test/chromium.ts'

/** A test project. Its files share a process per worker and its modules, unless `isolate` is set. */
function project(name: string, include: string[], more: object = {}, vite: object = {}) {
  // Vitest polls for one second by default, too short for a page on a busy machine.
  const expect = { poll: { timeout: 30_000 } }
  const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect }
  const files = { name, include, exclude: ['**/node_modules/**'] }
  return {
    ssr,
    ...vite,
    test: { ...files, ...timeouts, isolate: false, setupFiles: [cpuTime, openHandles], ...more },
  }
}

/** The projects that use a browser. Without one the others run, and `npm test` says so at its end. */
export const browserProjects = ['journeys', 'rules']
const setupWithBrowser = { setupFiles: [cpuTime, chromium, openHandles] }

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full'
  // The members of these tests are in Berlin. React as in the built dashboard needs a third less time.
  const env = { TZ: 'Europe/Berlin', NODE_ENV: 'production' }
  const jsx = { runtime: 'automatic', development: false } as const
  const define = limitConstants()
  const uiTests = project('ui', ui, { env }, { define, oxc: { jsx } })
  const everywhere = ['{packages,bench,scripts}/**/*.test.ts']
  const apart = [...alone, ...journeys, ...rules, ...ui, ...slow, ...clients, ...real, ...n8n]
  const elsewhere = ['**/node_modules/**', ...apart]
  const test = [
    // The isolation table takes longest, so it starts first.
    project('alone', alone, { isolate: true }),
    project('journeys', journeys, setupWithBrowser),
    uiTests,
    project('shared', everywhere, { exclude: elsewhere }, { define }),
  ]
  const ruleTests = project('rules', rules, setupWithBrowser)
  const projects = {
    full: [
      project('alone', [isolationTable], { isolate: true }),
      project('slow', [...slow, ...properties]),
      project('clients', clients),
      ruleTests,
    ],
    n8n: [project('n8n', n8n)],
    real: [project('real', real)],
    changed: [...test, ruleTests],
    test,
  }
  const selected = mode in projects ? projects[mode as keyof typeof projects] : projects.test
  const hasBrowser = findBrowser() !== null
  return {
    test: {
      projects: selected.filter(({ test }) => hasBrowser || !browserProjects.includes(test.name)),
      globalSetup: [
        'packages/server/test/global-setup.ts',
        ...(mode === 'real' ? ['packages/real-servers/test/global-setup.ts'] : []),
      ],
      // One more than the two cores, because page tests wait for the browser a third of the time. The real
      // servers are shared, and some tests move their clock.
      maxWorkers: mode === 'real' ? 1 : 3,
      // Property tests use the same cases every time; `npm run fuzz` uses random ones.
      provide: { isFull, propertyRuns: { times: isFull ? 4 : 1, seed: 20_261_121 } },
    },
  }
})
