import { inject } from 'vitest'
import type { Network } from '../../server/test/platforms/conformance/world.ts'
import { controlBluesky } from '../src/bluesky/control.ts'
import { serveInFront } from '../src/front.ts'
import { freePort } from '../src/running.ts'
import { type RealWorld, realBluesky, realMastodon } from './worlds.ts'

/** A real network that can carry out commits without responding to them. */
export type HeldWorld = Pick<Network, 'entered' | 'decide' | 'findPosts' | 'findReplies'> & {
  env: Record<string, string>
  /** From the commit with this number on, from 1. */
  hold(commit: number): Promise<void>
  release(): Promise<void>
  close(): Promise<void>
}

type HoldableWorld = Pick<RealWorld, 'platform'> & { open(): Promise<HeldWorld> }

const bluesky: HoldableWorld = {
  platform: 'bluesky',
  open: async () => {
    const world = realBluesky()
    const { holdResponses } = controlBluesky(inject('bluesky'))
    const release = () => holdResponses(null)
    return {
      ...(await world.open()),
      env: world.env,
      hold: (commit) => holdResponses('/xrpc/com.atproto.repo.putRecord', commit - 1),
      release,
      close: release,
    }
  },
}

/** Another web server in front of the same snac, at which the person connects. */
const mastodon: HoldableWorld = {
  platform: 'mastodon',
  open: async () => {
    const world = realMastodon()
    const port = await freePort()
    let passing = Number.POSITIVE_INFINITY
    const close = await serveInFront(
      port,
      inject('snac').port,
      ({ method, url }) =>
        method === 'POST' && url?.split('?')[0] === '/api/v1/statuses' && --passing < 0,
    )
    const origin = `http://localhost:${port}`
    return {
      ...(await world.open()),
      env: { ...world.env, TRUSTED_SERVERS: origin },
      entered: origin,
      hold: async (commit) => {
        passing = commit - 1
      },
      release: async () => {
        passing = Number.POSITIVE_INFINITY
      },
      close,
    }
  },
}

export const holdableWorlds = [bluesky, mastodon]
