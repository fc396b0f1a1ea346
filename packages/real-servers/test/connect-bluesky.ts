import { createOutbound } from '../../server/src/outbound/outbound.ts'
import { createBluesky } from '../../server/src/platforms/bluesky/index.ts'
import type { Platform, PlatformRequest } from '../../server/src/platforms/contract/platform.ts'
import { createPlatformCall } from '../../server/src/platforms/wire/call.ts'
import { memoryStorage } from '../../server/test/platforms/memory-storage.ts'
import type { BlueskyAddresses } from '../src/bluesky/control.ts'

/** The connector on the real servers. `state` loses responses and moves its clock. */
export function connectBluesky({ plcUrl, pdsUrl }: BlueskyAddresses) {
  const outbound = createOutbound({
    allowPrivate: false,
    trustedOrigins: [plcUrl, pdsUrl],
    trustedServers: [pdsUrl],
  })
  const send = createPlatformCall(outbound)
  const state = {
    loseResponse: null as ((request: PlatformRequest) => boolean) | null,
    offsetMs: 0,
  }
  const platformAt = (publicUrl: string): Platform =>
    createBluesky({
      settings: { services: { directory: plcUrl, resolver: pdsUrl }, sandboxServices: null },
      publicUrl,
      isTrustedServer: (origin) => origin === pdsUrl,
      storage: memoryStorage(),
      lookUpTxt: async () => [],
      call: async (request) => {
        const response = await send(request)
        if (state.loseResponse?.(request)) throw new Error('The response was lost.')
        return response
      },
      now: () => new Date(Date.now() + state.offsetMs),
    })
  return { platformAt, state, close: () => outbound.close() }
}
