import { serverPlatformValues } from '../../server/src/core/networks.ts'
import { runCases } from '../../server/test/platforms/conformance/run-cases.ts'
import {
  sandboxBluesky,
  sandboxMastodon,
  sandboxWordpress,
} from '../../server/test/platforms/conformance/sandbox-worlds.ts'
import { realBluesky, realMastodon, realWordpress } from './worlds.ts'

// Both worlds, so that the table at the end shows them side by side.
const worlds = [
  sandboxMastodon,
  realMastodon(),
  sandboxBluesky,
  realBluesky(),
  sandboxWordpress,
  realWordpress(),
]
runCases(worlds.filter(({ platform }) => serverPlatformValues.includes(platform)))
