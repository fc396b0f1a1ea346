import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { BlueskyAddresses } from '../src/bluesky/control.ts'
import { startBluesky } from '../src/bluesky/start.ts'
import { homeFolder } from '../src/home.ts'
import { type Snac, startSnac } from '../src/mastodon/start.ts'
import { peakMegabytes } from '../src/running.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    bluesky: BlueskyAddresses
    snac: Snac
  }
}

/** Starts the real servers once for the whole run; prints how long it took and their memory at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = homeFolder()
  if (!existsSync(home)) throw new Error('The real servers are not installed: npm run test:real')
  const began = performance.now()
  const snac = await startSnac(home)
  const snacReady = performance.now()
  const bluesky = await startBluesky(home)
  const blueskyReady = performance.now()
  const { controlUrl, plcUrl, pdsUrl, appViewUrl, accounts } = bluesky.bluesky
  project.provide('bluesky', { controlUrl, plcUrl, pdsUrl, appViewUrl, accounts })
  project.provide('snac', snac.snac)
  return async () => {
    const memory = { bluesky: peakMegabytes(bluesky.pids), snac: peakMegabytes(snac.pids) }
    await Promise.all([bluesky.stop(), snac.stop()])
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
    process.stdout.write(
      `\nReal servers: started in ${seconds(began, blueskyReady)} s ` +
        `(snac ${seconds(began, snacReady)} s, Bluesky ${seconds(snacReady, blueskyReady)} s), ` +
        `peak memory ${memory.bluesky} MB for Bluesky and ${memory.snac} MB for snac.\n`,
    )
  }
}
