import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '../../test/mailbox.ts'
import { createLog } from '../telemetry/log.ts'
import { createMail } from './mail.ts'

const email = { to: 'ada@example.com', subject: 'Sign in', text: 'https://example.com/#token' }
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let port: string

beforeAll(async () => {
  mailbox = await openMailbox()
  port = new URL(mailbox.url).port
})
afterAll(() => mailbox.close())

const send = (url: string) =>
  createMail({ url, from: 'Postern <postern@example.com>', log: createLog({ level: 'silent' }) })
    .send(email)
    .then(() => mailbox.emails.splice(0).length)

// On Linux and macOS 0.0.0.0 reaches this machine without being a loopback address.
test('nothing is sent to a remote mail server without STARTTLS', async () => {
  await expect(send(`smtp://0.0.0.0:${port}`)).rejects.toMatchObject({ code: 'ETLS' })
  expect(mailbox.emails).toEqual([])
})

test('with requireTLS=false in SMTP_URL emails are sent without encryption', async () => {
  expect(await send(`smtp://0.0.0.0:${port}?requireTLS=false`)).toBe(1)
})

test.each(['127.0.0.1', 'localhost'])('a mail server on %s needs no STARTTLS', async (host) => {
  expect(await send(`smtp://${host}:${port}`)).toBe(1)
})
