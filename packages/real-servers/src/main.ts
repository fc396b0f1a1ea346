import { freePort } from '../../server/src/start/ports.ts'
import { startBluesky } from './bluesky/start.ts'
import { CannotInstall } from './home.ts'
import { install } from './install.ts'
import { startSnac } from './mastodon/start.ts'
import type { RunningServer } from './running.ts'
import { startSeaweedfs } from './seaweedfs/start.ts'
import { startWordpress } from './wordpress/start.ts'

/** `npm run real -- <name>`: runs the real server until Ctrl-C, next to a running instance. */
const starts: Readonly<Record<string, (home: string) => Promise<RunningServer & Guide>>> = {
  bluesky: runBluesky,
  mastodon: runMastodon,
  seaweedfs: runSeaweedfs,
  wordpress: runWordpress,
}

type Guide = { people: string[]; environment: Record<string, string> }

/** The development network's usual ports. */
const firstPorts = { plc: 2582, pds: 2583, appView: 2584 }
const firstSnacPort = 8001
const firstS3Port = 8333
const firstWordpressPort = 8080

const name = process.argv[2] ?? ''
const start = starts[name]
if (!start) {
  process.stderr.write(`Name a server: npm run real -- ${Object.keys(starts).join(' | ')}\n`)
  process.exit(1)
}
try {
  const running = await start(install().home)
  process.stdout.write(textOf(running))
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await running.stop()
  process.exit(0)
} catch (err) {
  const text = err instanceof CannotInstall ? err.message : String((err as Error).stack ?? err)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

function textOf({ people, environment }: Guide): string {
  const settings = Object.entries(environment).map(([key, value]) => `${key}=${value}`)
  return [
    '',
    `  The real server software for ${name} is running.`,
    '',
    ...(people.length > 0 ? ['  Accounts to connect:', ''] : []),
    ...people.map((person) => `    ${person}`),
    ...(people.length > 0 ? [''] : []),
    '  Start Postern in a second terminal:',
    '',
    `    ${[...settings, 'npm start'].join(' \\\n      ')}`,
    '',
    '  Ctrl-C stops the server and deletes its data.',
    '',
    '',
  ].join('\n')
}

async function runBluesky(home: string): Promise<RunningServer & Guide> {
  const running = await startBluesky(home, {
    plc: await freePort(firstPorts.plc),
    pds: await freePort(firstPorts.pds),
    appView: await freePort(firstPorts.appView),
  })
  const { accounts, plcUrl, pdsUrl, appViewUrl } = running.bluesky
  return {
    ...running,
    people: Object.values(accounts).map(
      ({ handle, password }) => `handle ${handle.padEnd(11)} password ${password}`,
    ),
    environment: {
      // The sandbox would answer for handles that end in .test.
      SANDBOX: 'off',
      BLUESKY_DIRECTORY_URL: plcUrl,
      BLUESKY_RESOLVER_URL: appViewUrl,
      TRUSTED_SERVERS: pdsUrl,
    },
  }
}

async function runMastodon(home: string): Promise<RunningServer & Guide> {
  const running = await startSnac(home, await freePort(firstSnacPort))
  const { origin, accounts } = running.snac
  return {
    ...running,
    people: Object.values(accounts).map(
      ({ login, password }) =>
        `server ${new URL(origin).host}  user ${login.padEnd(6)} password ${password}`,
    ),
    environment: { TRUSTED_SERVERS: origin },
  }
}

async function runSeaweedfs(home: string): Promise<RunningServer & Guide> {
  const running = await startSeaweedfs(home, await freePort(firstS3Port))
  return { ...running, people: [], environment: running.seaweedfs.env }
}

async function runWordpress(home: string): Promise<RunningServer & Guide> {
  const running = await startWordpress(home, await freePort(firstWordpressPort))
  const { origin, accounts } = running.wordpress
  return {
    ...running,
    people: Object.values(accounts).map(
      ({ login, password }) => `site ${origin}  user ${login.padEnd(11)} password ${password}`,
    ),
    environment: { TRUSTED_SERVERS: origin },
  }
}
