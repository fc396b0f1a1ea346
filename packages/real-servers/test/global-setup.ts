import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { BlueskyAddresses } from '../src/bluesky/control.ts'
import { startBluesky } from '../src/bluesky/start.ts'
import { homeFolder } from '../src/home.ts'
import { type Snac, startSnac } from '../src/mastodon/start.ts'
import { peakMegabytes } from '../src/running.ts'
import { startWordpress, type Wordpress } from '../src/wordpress/start.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    bluesky: BlueskyAddresses
    snac: Snac
    wordpress: Wordpress
  }
}

/** Starts the real servers once for the whole run; prints how long it took and their memory at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = homeFolder()
  if (!existsSync(home)) throw new Error('The real servers are not installed: npm run test:real')
  const times = [performance.now()]
  const started = async <T>(start: (home: string) => Promise<T>): Promise<T> => {
    const server = await start(home)
    times.push(performance.now())
    return server
  }
  const snac = await started(startSnac)
  const wordpress = await started(startWordpress)
  const bluesky = await started(startBluesky)
  const { controlUrl, plcUrl, pdsUrl, appViewUrl, accounts } = bluesky.bluesky
  project.provide('bluesky', { controlUrl, plcUrl, pdsUrl, appViewUrl, accounts })
  project.provide('snac', snac.snac)
  project.provide('wordpress', wordpress.wordpress)
  return async () => {
    const servers = { snac, WordPress: wordpress, Bluesky: bluesky }
    const facts = Object.entries(servers).map(([name, { pids }], index) => {
      const seconds = ((times[index + 1]! - times[index]!) / 1_000).toFixed(1)
      return `${name} in ${seconds} s with at most ${peakMegabytes(pids)} MB`
    })
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    process.stdout.write(`\nReal servers: started ${facts.join(', ')}.\n`)
  }
}
