import { beforeAll, describe, expect, test } from 'vitest'
import { createMail } from '../../src/outbound/mail.ts'
import { buildAccount, buildProfile } from '../build.ts'
import { type Decision, openBrowser } from '../client.ts'
import { signInOwner } from '../dashboard.ts'
import { openMailbox } from '../mailbox.ts'
import { useTestApp } from '../test-app.ts'
import { ask } from './pages.ts'

/** Hostile texts that other people, clients or owners may enter. */
const hostile = {
  'a script': '<script>alert(1)</script>',
  'an element with a handler': '<img src=x onerror=alert(1)>',
  'the end of an attribute in double quotes': '" onmouseover="alert(1)',
  'the end of an attribute in single quotes': `' onmouseover='alert(1)`,
  'the end of an attribute and a tag': '"><svg/onload=alert(1)>',
  'the end of the title': '</title><script>alert(1)</script>',
  'the end of the style': '</style><script>alert(1)</script>',
  'a comment': '<!--><script>alert(1)//-->',
  'a text that is escaped already': '&lt;script&gt;alert(1)&lt;/script&gt;',
  'a numeric entity': '&#60;script&#62;',
  'a template': '{{7*7}} $' + '{7*7} {brand} {account} <%= 7*7 %>',
  'a character outside of the plane': '\u{1F469}\u200D\u{1F680}<b>',
  'a script in UTF-7': '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  'a line end': 'one\r\n<script>alert(1)</script>',
} as const

const testApp = useTestApp({ poolMax: 4 })
let profileId: string
let cookie: string
const paths: Record<string, string> = {}

beforeAll(async () => {
  profileId = (await buildProfile(testApp)).id
  cookie = (await signInOwner(testApp)).cookie()!
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  await testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Acme',
    logo_url: 'https://app.example.com/logo.png',
    color: '#112233',
    privacy_url: 'https://app.example.com/privacy',
    support_email: 'help@app.example.com',
  })
  const account = await buildAccount(testApp, { profile_id: profileId })
  paths.open = await linkPath({})
  paths.question = `${paths.open}/mastodon`
  paths.reconnect = await linkPath({ account_id: account.id })
  paths.invitation = await invitationPath({})
  paths['invitation to reconnect'] = await invitationPath({ account_id: account.id })
  paths['revoked invitation'] = await invitationPath({}, true)
  paths.revoked = await linkPath({}, 'revoked_at')
  paths.used = await linkPath({}, 'used_at')
  paths.expired = await linkPath({}, 'expires_at')
})

async function linkPath(input: object, set?: string): Promise<string> {
  const { body } = await testApp.call('POST', `/v1/profiles/${profileId}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
    ...input,
  })
  if (set) {
    await testApp.ctx.db.pool.query(`update connect_link set ${set} = created_at where id = $1`, [
      body.id,
    ])
  }
  return new URL(body.url).pathname
}

async function invitationPath(input: object, isRevoked = false): Promise<string> {
  const { body } = await testApp.call('POST', `/v1/profiles/${profileId}/invitations`, {
    redirect_url: 'https://app.example.com/back',
    ...input,
  })
  if (isRevoked) await testApp.call('DELETE', `/v1/invitations/${body.id}`)
  return new URL(body.url).pathname
}

/** Writes the text to the database without validation: pages must be safe with any stored text. */
async function store(text: string): Promise<void> {
  const { pool } = testApp.ctx.db
  const address = `https://app.example.com/${text}`
  await pool.query(
    `update connect_settings set brand_name = $1, logo_url = $2, privacy_url = $2, support_email = $1`,
    [text, address],
  )
  await pool.query(`update account set username = $1, display_name = $1`, [text])
  await pool.query(`update connect_link set state = $1, metadata = $2, hints = $3`, [
    text,
    JSON.stringify({ [text]: text }),
    JSON.stringify({ mastodon: text }),
  ])
}

/** The elements and attribute names of a document, which no text may change, and the rest. */
function skeletonOf(html: string): { tags: string[]; rest: string } {
  const tag = /<(\/?[a-z][a-z0-9-]*|!doctype)((?:\s+[a-zA-Z:-]+(?:="[^"<>]*")?)*)\s*\/?>/gi
  const tags = [...html.matchAll(tag)].map(([, name, attributes]) => {
    const names = [...attributes!.matchAll(/\s([a-zA-Z:-]+)(?:="[^"]*")?/g)].map((each) => each[1])
    return `${name} ${names.join(' ')}`.toLowerCase()
  })
  return { tags, rest: html.replaceAll(/<style>[\s\S]*?<\/style>/g, '').replaceAll(tag, '') }
}

describe.each(Object.entries(hostile))('%s in every stored text', (_what, text) => {
  test.each([
    'open',
    'question',
    'reconnect',
    'revoked',
    'used',
    'expired',
    'invitation',
    'invitation to reconnect',
    'revoked invitation',
  ])('adds no element to the hosted page (%s)', async (state) => {
    await store('plain')
    const plain = await ask(testApp, 'GET', paths[state]!)
    await store(text)
    const page = await ask(testApp, 'GET', paths[state]!)
    const { tags, rest } = skeletonOf(page.text)
    expect(tags).toEqual(skeletonOf(plain.text).tags)
    expect(rest).not.toContain('<')
    expect(page.headers.get('content-security-policy')).toBe(
      plain.headers.get('content-security-policy'),
    )
  })

  test('adds no element to the question when it is entered there', async () => {
    const enter = (server: string) =>
      ask(testApp, 'POST', paths.question!, { body: new URLSearchParams({ server }).toString() })
    const { tags, rest } = skeletonOf((await enter(text)).text)
    expect(tags).toEqual(skeletonOf((await enter('plain')).text).tags)
    expect(rest).not.toContain('<')
  })

  test('adds no element to the preview', async () => {
    const at = (name: string) => {
      const query = new URLSearchParams({
        brand_name: name,
        logo_url: `https://app.example.com/${name}`,
        privacy_url: `https://app.example.com/${name}`,
        support_email: name,
        color: name,
        language: name,
      })
      return ask(testApp, 'GET', `/connect/preview?${query}`, { headers: { cookie } })
    }
    const page = await at(text)
    expect(page.status).toBe(200)
    expect(skeletonOf(page.text).rest).not.toContain('<')
    const names = skeletonOf(page.text).tags.join(' ').split(' ')
    expect(names.filter((name) => /^(on\w+|script|style)$/.test(name))).toEqual(['style'])
  })

  test('is returned unchanged by the API as JSON', async () => {
    const response = await testApp.call(
      'POST',
      '/v1/posts',
      { text, tags: ['x'], metadata: { text } },
      { profile: profileId },
    )
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect([response.body.text, response.body.metadata.text]).toEqual([text, text])
    await testApp.call('DELETE', `/v1/posts/${response.body.id}`)
  })

  test('is one cell of a CSV and not a formula', async () => {
    await testApp.ctx.db.pool.query(`update account set username = $1`, [`=${text}`])
    const { body } = await testApp.call('GET', '/v1/accounts')
    const response = await testApp.call('GET', `/v1/accounts/${body.data[0].id}/insights.csv`)
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    const disposition = response.headers.get('content-disposition')!
    expect(disposition).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"$/)
    const cells = cellsOf(response.body)
    expect(new Set(cells.map((row) => row.length)).size).toBe(1)
    for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+@\t\r]|^-\D/)
    expect(cells[1]![3]).toBe(`'=${text}`)
  })
})

/** Parses a CSV by RFC 4180 without the server's code. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  while (cell.lastIndex < csv.length) {
    const [, quoted, plain, end] = cell.exec(csv)!
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n' && cell.lastIndex < csv.length) rows.push([])
  }
  return rows
}

describe('names received from a platform', () => {
  test.each(Object.entries(hostile))(
    '%s as a page name adds no element to the selection',
    async (what, text) => {
      const choice = async (name: string, person: string) => {
        const page = { name, username: `page.${person}` }
        await testApp.sandbox.control('POST', '/people', {
          name: person,
          accounts: [{ platform: 'facebook', username: person, name: person, pages: [page] }],
        })
        const link = `${testApp.ctx.config.publicUrl}${await linkPath({})}`
        const browser = openBrowser(testApp)
        const decision: Decision = { decision: 'allow', person }
        const { location } = await browser.login(link, 'facebook', decision)
        return await browser.visit('GET', new URL(location!, testApp.ctx.config.publicUrl).pathname)
      }
      await store('plain')
      const who = what.replaceAll(/\W/g, '')
      const plain = await choice('Plain', `plain${who}`)
      const named = await choice(text, `named${who}`)
      expect(named.status).toBe(200)
      expect(named.text).toContain('name="accounts"')
      expect(skeletonOf(named.text).tags).toEqual(skeletonOf(plain.text).tags)
      expect(skeletonOf(named.text).rest).not.toContain('<')
    },
  )
})

describe('an email', () => {
  const twoAddresses = 'one@example.com, two@evil.test'
  test.each([
    ['a line end and a header', 'a@example.com\r\nBcc: two@evil.test'],
    ['two addresses', twoAddresses],
    ['an address in a comment', 'a@example.com (two@evil.test)'],
    ['a quoted address before another', '"one@example.com x"@evil.test'],
    ['a group', 'all: one@example.com, two@evil.test;'],
    ['a name and an address', 'One <two@evil.test>'],
    ['a command', 'a@example.com>\r\nRCPT TO:<two@evil.test'],
  ])('is sent to one address at most: %s', async (_what, to) => {
    const { emails, mail, close } = await open()
    await mail.send({ to, subject: 'Hello', text: 'Hello' }).catch(() => {})
    for (const post of emails) {
      expect(post.to).toHaveLength(1)
      expect(post.to[0]).not.toBe('two@evil.test')
      expect(post.headerNames).not.toContain('bcc')
    }
    await close()
  })

  test.each(Object.entries(hostile))(
    'has only the usual headers and no HTML with this text: %s',
    async (_what, text) => {
      const { emails, mail, close } = await open()
      const injected = `${text}\r\nBcc: two@evil.test\r\nContent-Type: text/html\r\n\r\n<b>`
      await mail.send({ to: 'one@example.com', subject: injected, text: `.\r\n${injected}\r\n.` })
      const [post] = emails
      expect(emails).toHaveLength(1)
      expect([...post!.headerNames].sort()).toEqual([
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
      expect(post!.header('content-type')).toMatch(/^text\/plain/)
      expect(post!.to).toEqual(['one@example.com'])
      await close()
    },
  )

  async function open() {
    const mailbox = await openMailbox()
    const from = 'Postern <postern@example.com>'
    const mail = createMail({ url: mailbox.url, from, log: testApp.ctx.log })
    return { ...mailbox, mail }
  }
})

test('invitation emails are plain text with a fixed subject', async () => {
  const name = 'Eve <img src=x onerror=alert(1)>'
  const member = { name, email: 'eve@example.com', role: 'owner' }
  const { body } = await testApp.call('POST', '/v1/members', member)
  await testApp.call('POST', `/v1/members/${body.id}/sign-in-link`)
  const email = testApp.emails.at(-1)!
  expect(Object.keys(email).sort()).toEqual(['subject', 'text', 'to'])
  expect(email.subject).toBe('You have been invited to Postern')
  expect(email.text).toContain(name)
  for (const line of ['a\r\nBcc: two@evil.test', 'a\nb', 'a\u2028b', 'a\u0085b']) {
    const refused = await testApp.call('POST', '/v1/members', {
      ...member,
      name: line,
      email: 'x@example.com',
    })
    expect(refused.status, JSON.stringify(line)).toBe(line.includes('\u2028') ? 201 : 400)
    const invalidEmail = `x@example.com${line.slice(1)}`
    expect(
      (await testApp.call('POST', '/v1/members', { ...member, email: invalidEmail })).status,
    ).toBe(400)
  }
})
