// The real Bluesky network in one process: directory (PLC), PDS, AppView and moderation service. Runs on
// Node 22, started by start.ts, and ends when its parent ends. Prints one line of JSON when it is ready.
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { home, folder, ports, database, databasePid, people } = JSON.parse(process.argv[2])
const control = { offsetMs: 0, hosts: new Map(), heldPath: null, passing: 0 }

// The PDS and the AppView keep their data in the temporary folder of the system.
process.env.TMPDIR = join(folder, 'data')
process.env.LOG_ENABLED = 'false'
process.env.DB_POSTGRES_URL = database
// The development network insists on a name, but none of its parts connects to Redis.
process.env.REDIS_HOST = 'unused.invalid'
mkdirSync(process.env.TMPDIR, { recursive: true })

process.stdin.on('end', end).resume()
shiftDate()
mapHosts()
holdResponses()
const network = await startNetwork()
const accounts = await createAccounts()
await network.processAll()
const controlUrl = await serveControl()
const addresses = {
  controlUrl,
  plcUrl: network.plc.url,
  pdsUrl: network.pds.url,
  appViewUrl: network.bsky.url,
  accounts,
}
process.stdout.write(`${JSON.stringify(addresses)}\n`)

/** The parent closed the pipe, or died: nothing may stay, PostgreSQL included. */
function end() {
  try {
    process.kill(databasePid, 'SIGQUIT')
  } catch {
    // The parent has stopped it already.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  process.exit()
}

/** Replaces `Date` by one that the control port can move, so that tokens expire within a test. */
function shiftDate() {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + control.offsetMs)
      else super(...args)
    }
    static now() {
      return RealDate.now() + control.offsetMs
    }
  }
}

/** Requests to a mapped origin go to a local one: the network reads only https client metadata. */
function mapHosts() {
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const local = control.hosts.get(url.origin)
    if (!local) return await realFetch(input, init)
    const request = new Request(input, init)
    return await realFetch(new URL(url.pathname + url.search, local), {
      headers: request.headers,
      redirect: request.redirect,
      signal: request.signal,
    })
  }
}

/** The servers never end responses to a held path, so that a test can stop the client meanwhile. */
function holdResponses() {
  const realEnd = ServerResponse.prototype.end
  ServerResponse.prototype.end = function (...args) {
    const path = this.req.originalUrl ?? this.req.url
    if (!control.heldPath || !path.startsWith(control.heldPath)) return realEnd.apply(this, args)
    // A refusal, as for a new DPoP nonce, carries nothing out.
    if (this.statusCode >= 400) return realEnd.apply(this, args)
    if (control.passing === 0) return this
    control.passing -= 1
    return realEnd.apply(this, args)
  }
}

async function startNetwork() {
  const entry = createRequire(join(home, 'package.json')).resolve('@atproto/dev-env')
  const { TestNetwork } = await import(pathToFileURL(entry).href)
  return await TestNetwork.create({
    dbPostgresSchema: 'real',
    plc: { port: ports.plc },
    pds: { port: ports.pds, hostname: 'localhost', enableDidDocWithSession: true },
    bsky: { port: ports.appView },
  })
}

async function createAccounts() {
  const accounts = {}
  for (const { name, handle, password } of people) {
    const agent = network.pds.getAgent()
    const { data } = await agent.createAccount({ email: `${name}@mail.test`, handle, password })
    accounts[name] = { did: data.did, handle, password }
  }
  return accounts
}

/** Serves `POST /<command>` with a JSON body to the process that started this one. */
async function serveControl() {
  const commands = {
    'process-all': async () => await network.processAll(),
    'clock-offset': ({ ms }) => {
      control.offsetMs = ms
    },
    'map-host': ({ origin, to }) => {
      control.hosts.set(origin, to)
    },
    'hold-responses': ({ path, passing }) => {
      Object.assign(control, { heldPath: path, passing })
    },
  }
  const server = createServer(async (req, res) => {
    try {
      let body = ''
      for await (const chunk of req) body += chunk
      await commands[req.url.slice(1)](JSON.parse(body))
      res.writeHead(204).end()
    } catch (err) {
      res.writeHead(500).end(String(err?.stack ?? err))
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}
