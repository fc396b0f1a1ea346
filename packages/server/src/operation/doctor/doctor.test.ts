import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type Config, loadConfig } from '../../core/config.ts'
import type { PlatformApp } from '../../core/networks.ts'
import { createHeartbeat, type Heartbeat } from '../../jobs/heartbeat.ts'
import { checkAddress } from './address.ts'
import { checkApps, checkVersions } from './apps.ts'
import { diagnose } from './doctor.ts'
import type { Finding } from './finding.ts'

const testApp = useTestApp({ now: new Date(), listening: true, poolMax: 3 })
let worker: Heartbeat
const closers: (() => void)[] = []

beforeAll(async () => {
  worker = createHeartbeat(testApp.ctx, '1')
  await worker.beat()
})

afterAll(async () => {
  for (const close of closers) close()
  await worker.stop()
})

/** Runs the doctor on this test app with changed settings. */
async function examine(change: Partial<Config> = {}, daysLater = 0): Promise<Finding[]> {
  testApp.clock.set(new Date(Date.now() + daysLater * 86_400_000))
  const config = { ...testApp.ctx.config, ...change }
  return await diagnose(config, (changed, work) => work({ ...testApp.ctx, config: changed }))
}

function of(findings: readonly Finding[], check: string): Finding {
  const found = findings.find((finding) => finding.check === check)
  if (!found)
    throw new Error(`no finding ${check} among ${findings.map((f) => f.check).join(', ')}`)
  return found
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const realMeta: PlatformApp['bases'] = {
  authorize: 'https://platform.invalid',
  token: 'https://platform.invalid',
  api: 'https://platform.invalid',
}
const metaApp = (clientId: string, clientSecret = '0123456789abcdef0123456789abcdef') => ({
  clientId,
  clientSecret,
  bases: realMeta,
})

test('a healthy installation has no problems except the durability that tests turn off', async () => {
  const findings = await examine()
  const problems = findings.filter(({ level }) => level === 'problem')
  expect(problems.map(({ check }) => check)).toEqual(['durability', 'never twice'])
  expect(of(findings, 'durability').text).toBe('off: fsync, full_page_writes, synchronous_commit')
  expect(findings.filter(({ level }) => level === 'warning').map(({ check }) => check)).toEqual([
    'public address',
    'mail',
  ])
  expect(of(findings, 'reaches this service').text).toContain('is this installation')
  expect(of(findings, 'threads')).toMatchObject({
    level: 'ok',
    advice: [
      `Redirect URI to register there: ${testApp.ctx.config.publicUrl}/connect/callback/threads`,
    ],
  })
})

test('secrets that others can read are a problem with the command that fixes it', async () => {
  const file = join(testApp.ctx.config.dataDir, 'secrets.json')
  const log = join(testApp.ctx.config.dataDir, 'postern.log')
  writeFileSync(log, '')
  chmodSync(log, 0o644)
  chmodSync(file, 0o640)
  const findings = await examine()
  chmodSync(file, 0o600)
  expect(of(findings, 'secrets.json')).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('has mode 0640'),
    advice: [`chmod 600 ${file}`],
  })
  expect(of(findings, 'log file')).toMatchObject({ level: 'problem', advice: [`chmod 600 ${log}`] })
})

test('no response, another program and another installation at the URL have different findings', async () => {
  const closed = createServer()
  const port = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  const checkAt = (publicPort: number) =>
    checkAddress({ ...testApp.ctx.config, publicUrl: `http://127.0.0.1:${publicPort}` })
  const unreachable = await checkAt(port)
  expect(of(unreachable, 'reaches this service').text).toMatch(/does not respond: .*ECONNREFUSED/)

  const otherProgram = await listen(createServer((_req, res) => res.end('<h1>It works!</h1>')))
  const other = await checkAt(otherProgram)
  expect(of(other, 'reaches this service').text).toContain('returns status 200 and is not Postern')

  const moved = createServer((_req, res) => {
    res.writeHead(301, { location: 'https://www.example.com/' }).end()
  })
  const redirected = await checkAt(await listen(moved))
  expect(of(redirected, 'reaches this service').advice![0]).toContain('https://www.example.com/')

  const { keyring } = loadConfig({ DATA_DIR: join(testApp.ctx.config.dataDir, 'another') })
  const otherInstallation = await checkAddress({ ...testApp.ctx.config, keyring })
  expect(of(otherInstallation, 'reaches this service').text).toContain(
    'is another installation of Postern',
  )
})

test('malformed ids and secrets are named, with where to find the right ones', async () => {
  const wrong = async (platforms: Config['platforms']) =>
    await checkApps({ ...testApp.ctx.config, sandboxUrl: null, platforms })
  const threads = async (app: PlatformApp) => of(await wrong({ threads: app }), 'threads')

  const same = await wrong({
    facebook: metaApp('1234567890123456'),
    threads: metaApp('1234567890123456'),
  })
  expect(of(same, 'threads')).toMatchObject({
    level: 'problem',
    text: 'has the same app ID as facebook (1234567890123456), but needs its own',
    advice: [
      expect.stringContaining('the Threads app ID'),
      expect.stringContaining('Redirect URI'),
    ],
  })
  expect((await threads(metaApp('1234567890123456 '))).text).toBe(
    'THREADS_CLIENT_ID starts or ends with a space',
  )
  expect((await threads(metaApp('1234567890123456', '"quoted"'))).text).toBe(
    'THREADS_CLIENT_SECRET is in quotation marks',
  )
  expect((await threads(metaApp('900100100100101'))).text).toContain('is the ID of the sandbox app')
  expect((await threads(metaApp('my-app'))).text).toContain('is not a number')
  expect((await threads(metaApp('1234567890123456', 'short'))).text).toContain('32 digits')
  const around = { ...metaApp('1234567890123456'), otherSecrets: ['short'] }
  expect((await threads(around)).text).toContain('META_APP_SECRET does not have 32 digits')
  const tiktok = await wrong({ tiktok: metaApp('7234567890123456') })
  expect(of(tiktok, 'tiktok').text).toContain('Use the client key')
  expect((await threads(metaApp('1234567890123456'))).level).toBe('warning')
})

test('a version of an API is a warning sixty days before its end, and then a problem', () => {
  const { platforms } = testApp.ctx.config
  const at = (day: string) => checkVersions({ platforms }, new Date(`${day}T12:00:00Z`))
  expect(at('2027-05-15')).toEqual([])
  expect(at('2027-05-16')).toEqual([
    {
      check: 'linkedin version',
      level: 'warning',
      text: 'LinkedIn ends version 202607 of its API on 2027-07-15. Its calls are refused from then on.',
      advice: ['Update Postern, or set LINKEDIN_VERSION to a newer version of LinkedIn.'],
    },
  ])
  expect(at('2027-07-15')).toMatchObject([{ level: 'problem' }])
  const linkedin = { ...platforms.linkedin!, variables: { LINKEDIN_VERSION: '202603' } }
  const ended = checkVersions({ platforms: { linkedin } }, new Date('2027-03-16T00:00:00Z'))
  expect(ended[0]!.text).toContain('ended version 202603 of its API on 2027-03-16')
  expect(checkVersions({ platforms: {} }, new Date('2030-01-01'))).toEqual([])
})

test('a rejected secret and an unregistered redirect URI are problems', async () => {
  const { threads, facebook, tiktok } = testApp.ctx.config.platforms
  const platforms = {
    threads: { ...threads!, clientSecret: 'another' },
    facebook: { ...facebook!, clientSecret: 'another' },
    tiktok: { ...tiktok!, clientSecret: 'another' },
  }
  const findings = await checkApps({ ...testApp.ctx.config, platforms })
  expect(findings.map(({ level, text }) => [level, text.slice(0, 28)])).toEqual([
    ['problem', 'the sandbox rejects the app '],
    ['problem', 'the sandbox rejects the app '],
    ['problem', 'the sandbox rejects the app '],
  ])
  const elsewhere = await checkApps({
    ...testApp.ctx.config,
    publicUrl: 'https://moved.example.com',
  })
  expect(elsewhere[0]).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('the redirect URI is not registered'),
    advice: [expect.stringContaining('https://moved.example.com/connect/callback/threads')],
  })
})

test.each([
  { publicUrl: 'https://social.example.com', host: '127.0.0.1', level: 'problem' },
  { publicUrl: 'http://192.168.1.5:4000', host: '127.0.0.1', level: 'problem' },
  { publicUrl: 'http://localhost:4000', host: '0.0.0.0', level: 'problem' },
  { publicUrl: 'http://localhost:4000', host: '127.0.0.1', level: 'ok' },
])('private addresses at $publicUrl on $host → $level', async ({ level, ...settings }) => {
  expect(of(await examine(settings), 'private addresses').level).toBe(level)
})

test('a mail server that rejects, is unreachable or works is recognized without sending', async () => {
  const received: string[] = []
  const server = createTcpServer((socket) => {
    socket.write('220 mail.example.com\r\n')
    socket.on('data', (chunk) => {
      received.push(...chunk.toString().trim().split('\r\n'))
      socket.write(received.at(-1) === 'QUIT' ? '221 Bye\r\n' : '250 Fine\r\n')
    })
    socket.on('error', () => {})
  })
  const port = await listen(server)
  const taken = await examine({ smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true` })
  expect(of(taken, 'mail').text).toContain(
    'the mail server accepts the connection, but emails are sent from',
  )
  expect(received[0]).toMatch(/^EHLO /)
  expect(received.some((line) => /^(MAIL|RCPT|DATA)/.test(line))).toBe(false)
  const away = await examine({ smtpUrl: 'smtp://127.0.0.1:9' })
  expect(of(away, 'mail')).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a remote mail server without STARTTLS is a problem that names the setting', async () => {
  const mailbox = await openMailbox()
  const { port } = new URL(mailbox.url)
  const refused = of(await examine({ smtpUrl: `smtp://0.0.0.0:${port}` }), 'mail')
  expect(refused.level).toBe('problem')
  expect(refused.advice?.join()).toContain('requireTLS=false')
  const open = of(await examine({ smtpUrl: `smtp://0.0.0.0:${port}?requireTLS=false` }), 'mail')
  expect([open.level, open.text]).toEqual([
    'warning',
    'the mail server accepts the connection, but emails may be sent without encryption',
  ])
  await mailbox.close()
})

test('a missing encryption key is a problem that names it and counts its values', async () => {
  await buildAccount(testApp)
  const { keyring } = loadConfig({ DATA_DIR: join(testApp.ctx.config.dataDir, 'lost') })
  const findings = await examine({ keyring })
  const name = testApp.ctx.config.keyring[0].id.toString('hex')
  expect(of(findings, 'encryption keys').text).toBe(`a key is missing: ${name} (1 values)`)
  const { rows } = await testApp.ctx.db.pool.query('select id, tokens_sealed from account')
  const damaged = Buffer.from(rows[0].tokens_sealed)
  damaged[40]! ^= 1
  await testApp.ctx.db.pool.query('update account set tokens_sealed = $1', [damaged])
  expect(of(await examine(), 'encryption keys').text).toBe(
    `1 encrypted values cannot be decrypted, the first in account ${rows[0].id}`,
  )
  await testApp.ctx.db.pool.query('update account set tokens_sealed = $1', [rows[0].tokens_sealed])
})

test('counts the connections that each living process can use, by what it does', async () => {
  const { text } = of(await examine({ databasePoolMax: 5 }), 'connections')
  expect(text).toMatch(/^one process can use 10 of \d+ connections/)
  const api = createHeartbeat(
    { ...testApp.ctx, config: { ...testApp.ctx.config, role: 'api' } },
    '1',
  )
  await api.beat()
  const both = of(await examine({ databasePoolMax: 5 }), 'connections')
  expect(both.text).toMatch(/^2 processes can use 16 of \d+ connections/)
  await api.stop()
})

test('the last failover is a warning with the span that may be lost', async () => {
  expect(of(await examine(), 'replication').text).toBe('primary without replicas')
  await testApp.ctx.db.pool.query(
    `update database_server set changed_at = '2026-11-20T10:00:05Z',
       lost_since = '2026-11-20T10:00:00Z', lost_until = '2026-11-20T10:00:10Z'`,
  )
  expect(of(await examine(), 'last failover')).toMatchObject({
    level: 'warning',
    text: 'noticed at 2026-11-20T10:00:05.000Z; commits from 2026-11-20T10:00:00.000Z to 2026-11-20T10:00:10.000Z may be missing',
  })
})

test('a pooler without its settings is a warning, one that leads elsewhere is a problem', async () => {
  const { host, port, user, password, database } = testApp.ctx.db.connection
  const urlOf = (name: string) =>
    `postgresql://${user}:${password}@localhost/${name}?host=${host}&port=${port}`
  const findings = await examine({ databasePoolUrl: urlOf(database!), databasePoolMax: 200 })
  expect(of(findings, 'pooler')).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('a process that is cut off keeps its rows locked'),
  })
  expect(of(findings, 'connections')).toMatchObject({
    level: 'ok',
    text: expect.stringMatching(
      /^one process can use 5 of \d+ connections besides those of the pooler/,
    ),
  })
  const elsewhere = await examine({ databasePoolUrl: urlOf('postgres') })
  expect(of(elsewhere, 'pooler')).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('another database'),
  })
})

test('too few connections, no worker, a wrong clock and missing partitions are problems', async () => {
  expect(of(await examine({ databasePoolMax: 200 }), 'connections')).toMatchObject({
    level: 'problem',
    advice: [expect.stringMatching(/lower DATABASE_POOL_MAX to \d+/)],
  })
  await worker.stop()
  expect(of(await examine(), 'workers').level).toBe('problem')
  await worker.beat()
  const later = await examine({}, 5)
  expect(of(later, 'clock').text).toMatch(/ahead of the database/)
  expect(of(later, 'partitions').level).toBe('problem')
})

test('an unreachable database or media store is one problem, and the other checks run', async () => {
  const findings = await diagnose(
    {
      ...testApp.ctx.config,
      databaseUrl: 'postgresql://nobody@127.0.0.1:9/none',
      s3: {
        bucket: 'none',
        region: 'none',
        endpoint: 'http://127.0.0.1:9',
        accessKeyId: 'none',
        secretAccessKey: 'none',
      },
    },
    async () => {
      throw new Error('connect ECONNREFUSED 127.0.0.1:9')
    },
  )
  expect(of(findings, 'database')).toMatchObject({
    level: 'problem',
    text: 'it cannot be used: connect ECONNREFUSED 127.0.0.1:9',
    advice: [expect.stringContaining('DATABASE_URL')],
  })
  expect(of(findings, 'media store')).toMatchObject({
    level: 'problem',
    advice: [expect.stringContaining('S3_BUCKET')],
  })
  expect(of(findings, 'reaches this service').level).toBe('ok')
})
