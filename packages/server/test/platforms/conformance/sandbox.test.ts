import { serverPlatformValues } from '../../../src/core/networks.ts'
import { runCases } from './run-cases.ts'
import { sandboxBluesky, sandboxMastodon, sandboxWordpress } from './sandbox-worlds.ts'

// The same cases run against the real servers in packages/real-servers/test/conformance.test.ts, where
// a table shows the results of both.
const worlds = [sandboxMastodon, sandboxBluesky, sandboxWordpress].filter(({ platform }) =>
  serverPlatformValues.includes(platform),
)

runCases(worlds)
