import type { IncomingMessage } from 'node:http'
import { inject } from 'vitest'
import type { Network } from '../../server/test/platforms/conformance/world.ts'
import { controlBluesky } from '../src/bluesky/control.ts'
import { serveInFront } from '../src/front.ts'
import { freePort } from '../src/running.ts'
import { type RealWorld, realBluesky, realMastodon, realWordpress } from './worlds.ts'

/** A real network that can carry out commits without responding to them. */
export type HeldWorld = Pick<
  Network,
  'entered' | 'decide' | 'findPosts' | 'findReplies' | 'findDrafts'
> & {
  env: Record<string, string>
  /** From the commit with this number on, from 1. For WordPress, the draft is the first. */
  hold(commit: number): Promise<void>
  release(): Promise<void>
  close(): Promise<void>
}

export type HoldableWorld = Pick<RealWorld, 'platform'> & { open(): Promise<HeldWorld> }

export const bluesky: HoldableWorld = {
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
export const mastodon: HoldableWorld = {
  platform: 'mastodon',
  open: () =>
    openInFront(
      inject('snac').port,
      realMastodon,
      ({ method, url }) => method === 'POST' && url?.split('?')[0] === '/api/v1/statuses',
    ),
}

/** A server in front is a site of its own, with the same posts and users. */
export const wordpress: HoldableWorld = {
  platform: 'wordpress',
  open: () =>
    openInFront(
      inject('wordpress').port,
      () => realWordpress(),
      ({ method, url }) => method === 'POST' && /\/wp\/v2\/posts(\/\d+)?(\?|$)/.test(url ?? ''),
    ),
}

/** A server in front, at which the person connects, holds the responses to requests that publish. */
async function openInFront(
  upstreamPort: number,
  worldOf: () => RealWorld,
  isCommit: (req: IncomingMessage) => boolean,
): Promise<HeldWorld> {
  const world = worldOf()
  const port = await freePort()
  let passing = Number.POSITIVE_INFINITY
  const close = await serveInFront(port, upstreamPort, {
    isHeld: (req) => isCommit(req) && --passing < 0,
  })
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
}
