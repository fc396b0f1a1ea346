import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  openDashboard,
  password,
  redeemLink,
  signInOwner,
  tokenOf,
} from '../../../../test/dashboard.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let owner: DashboardBrowser
let former: string
let member: DashboardBrowser
let memberId: string

beforeAll(async () => {
  testApp = await openTestApp()
  owner = await signInOwner(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  former = `kim${testApp.nextNumber()}@example.com`
  const { id } = await addMember(owner, { email: former })
  memberId = id
  member = (await redeemLink(testApp, await createSignInToken(owner, id))).browser
  testApp.emails.length = 0
})

const change = (email: string) =>
  member.call('PATCH', '/v1/session', { email, current_password: password })
const confirm = (token: string) =>
  openDashboard(testApp).call('POST', '/v1/session/email', { token })
const signIn = async (email: string) =>
  (await openDashboard(testApp).call('POST', '/v1/session', { email, password })).status
const sentToken = () => tokenOf(testApp.emails.at(-1)!.text)

describe('a member who changes their email', () => {
  test('keeps the former one until the link sent to the new one is used, then the former is told', async () => {
    const email = `new-${former}`
    const { status, body } = await change(email)
    expect([status, body.member]).toMatchObject([200, { email: former, new_email: email }])
    expect(testApp.emails).toMatchObject([{ to: email }])
    const token = sentToken()
    expect(testApp.emails[0]!.text).toContain(`/dashboard/sign-in#token=${token}`)
    expect([await signIn(email), await signIn(former)]).toEqual([401, 201])
    const link = await openDashboard(testApp).call('POST', '/v1/session/link', { token })
    expect(link.body).toMatchObject({ purpose: 'email', email, second_factor: false })

    expect(await confirm(token)).toMatchObject({ status: 200, body: { email } })
    expect([await signIn(email), await signIn(former)]).toEqual([201, 401])
    expect(testApp.emails.at(-1)).toMatchObject({
      to: former,
      subject: expect.stringContaining('was changed'),
    })
    expect(testApp.emails.at(-1)!.text).not.toContain(email)
    const { body: session } = await member.call('GET', '/v1/session')
    expect(session.member).toMatchObject({ email, new_email: null })
    expect((await confirm(token)).body.error.code).toBe('sign_in_link_invalid')
  })

  test('does not take the email of a person who was invited meanwhile', async () => {
    const email = `guest-${former}`
    await change(email)
    const token = sentToken()
    await addMember(owner, { email })
    expect((await confirm(token)).body.error.code).toBe('email_taken')
    expect((await change(email)).body.error.code).toBe('email_taken')
  })

  test('cannot set a password with the link, or confirm an email with a password link', async () => {
    await change(`new-${former}`)
    const token = sentToken()
    const redeem = { token, password: 'nine-quiet-harbour-lamps' }
    const redeemed = await openDashboard(testApp).call('POST', '/v1/session/redeem', redeem)
    expect(redeemed.body.error.code).toBe('sign_in_link_invalid')
    const reset = await createSignInToken(owner, memberId)
    expect((await confirm(reset)).body.error.code).toBe('sign_in_link_invalid')
    // A newer link ends the earlier one.
    expect((await confirm(token)).body.error.code).toBe('sign_in_link_invalid')
  })

  test('has an invalid link after a day, and after a new password', async () => {
    await change(`new-${former}`)
    await member.call('PATCH', '/v1/session', { current_password: password, password })
    expect((await confirm(sentToken())).body.error.code).toBe('sign_in_link_invalid')
    await change(`new-${former}`)
    testApp.clock.advance(24 * 3_600_000)
    expect((await confirm(sentToken())).body.error.code).toBe('sign_in_link_invalid')
    expect((await member.call('GET', '/v1/session')).body.member.new_email).toBeNull()
  })

  test('gets five links in a day', async () => {
    for (let count = 1; count <= 5; count += 1)
      expect((await change(`${count}-${former}`)).status).toBe(200)
    expect((await change(`6-${former}`)).status).toBe(429)
    expect(testApp.emails).toHaveLength(5)
  })

  test('is asked to try again if the email was not accepted, and keeps the former one', async () => {
    const { mail } = testApp.ctx
    const send = mail.send
    mail.send = () => Promise.reject(new Error('421 try again later'))
    const { status, body } = await change(`new-${former}`)
    mail.send = send
    expect([status, body.error.code]).toEqual([503, 'unavailable'])
    expect(await signIn(former)).toBe(201)
  })
})

test('an owner changes the email of a member at once, the own one only with the password', async () => {
  const email = `by-owner-${former}`
  await change(`new-${former}`)
  expect((await owner.call('PATCH', `/v1/members/${memberId}`, { email })).status).toBe(200)
  expect([await signIn(email), (await confirm(sentToken())).status]).toEqual([201, 404])
  const me = (await owner.call('GET', '/v1/session')).body.member
  const own = await owner.call('PATCH', `/v1/members/${me.id}`, { email: 'own@example.com' })
  expect([own.status, own.body.error.details[0].code]).toEqual([400, 'own_email'])
  expect((await owner.call('PATCH', `/v1/members/${me.id}`, { email: me.email })).status).toBe(200)
})

test('without a mail server an owner changes the own email at once, others ask an owner', async () => {
  const { mail } = testApp.ctx
  mail.configured = false
  try {
    const refused = await change(`new-${former}`)
    expect([refused.status, refused.body.error.details[0].code]).toEqual([400, 'ask_owner'])
    const email = `owner-${former}`
    const { id } = await addMember(owner, { email, role: 'owner' })
    member = (await redeemLink(testApp, await createSignInToken(owner, id))).browser
    const { body } = await change(`new-${email}`)
    expect(body.member).toMatchObject({ email: `new-${email}`, new_email: null })
  } finally {
    mail.configured = true
  }
})
