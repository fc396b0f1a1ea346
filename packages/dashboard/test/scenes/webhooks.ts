import type { Page } from 'playwright-core'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook, emitComments } from '../../../server/test/build-webhook.ts'
import { openReceiver } from '../../../server/test/receiver.ts'
import type { TestApp } from '../../../server/test/test-app.ts'
import type { Dashboard } from '../dashboard.ts'
import { hostile } from '../hostile.ts'
import type { Area, Places } from './scene.ts'

const minuteMs = 60_000
const failuresMax = 50

/** Makes deliveries fail until the endpoint is disabled. */
export async function failUntilOff(testApp: TestApp, id: string): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { body } = await testApp.call('GET', `/v1/webhooks/${id}`)
    if (!body.active) return
    testApp.clock.advance(minuteMs)
    await testApp.work()
  }
  throw new Error('The endpoint is still on.')
}

async function fill({ testApp }: Dashboard): Promise<Places> {
  const receiver = await openReceiver()
  const profile = await buildProfile(testApp, { name: `Bäckerei ${hostile.rtl}` })
  const good = await buildWebhook(testApp, {
    url: receiver.url,
    description: 'The customer relationship system',
  })
  await emitComments(testApp, profile, ['Hello', hostile.script, hostile.rtl])
  await testApp.work()
  const off = await buildWebhook(testApp, {
    url: `http://127.0.0.1:9/${'a-rather-long-path/'.repeat(6)}`,
    events: ['comment.created', 'post.published', 'post.failed'],
    profile_id: profile.id,
    description: hostile.script,
  })
  const texts = Array.from({ length: failuresMax }, (_, place) => `Comment ${place}`)
  await emitComments(testApp, profile, texts)
  await failUntilOff(testApp, off.id)
  receiver.respondWith({ status: 503, body: `${hostile.markup}\n${'overloaded '.repeat(300)}` })
  await emitComments(testApp, profile, [hostile.long.slice(0, 2_000)])
  await testApp.work()
  await testApp.call('POST', `/v1/webhooks/${good.id}/test`)
  await receiver.close()
  const { body } = await testApp.call('GET', `/v1/webhooks/${good.id}/deliveries`)
  return { good: good.id, off: off.id, delivery: body.data.at(-1).id, failed: failedOf(body.data) }
}

function failedOf(deliveries: { id: string; last_error: string | null }[]): string {
  return deliveries.findLast(({ last_error }) => last_error === 'http_status')!.id
}

const unstored = 'the seed emits events of comments that it does not store'

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
}

const choose = (item: string) => async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

export const area: Area = {
  name: 'webhooks',
  fill,
  scenes: [
    { name: 'endpoints', state: 'empty', path: '/webhooks' },
    { name: 'endpoints', state: 'full', path: '/webhooks' },
    {
      name: 'form',
      state: 'full',
      path: '/webhooks',
      act: async (page) => {
        await page.getByRole('button', { name: 'Add endpoint' }).first().click()
        await page.getByLabel('Select events').click()
      },
    },
    { name: 'endpoint', state: 'full', path: ({ good }) => `/webhooks/${good}` },
    { name: 'off', state: 'full', path: ({ off }) => `/webhooks/${off}` },
    {
      name: 'failed',
      state: 'full',
      path: ({ good, failed }) => `/webhooks/${good}/deliveries/${failed}`,
      exceptions: { links: unstored },
    },
    {
      name: 'delivered',
      state: 'full',
      path: ({ good, delivery }) => `/webhooks/${good}/deliveries/${delivery}`,
      exceptions: { links: unstored },
    },
    {
      name: 'new',
      state: 'full',
      path: '/webhooks',
      act: press('Add endpoint'),
      focus: 'Endpoint URL',
    },
    { name: 'menu', state: 'full', path: ({ good }) => `/webhooks/${good}`, act: openMenu },
    {
      name: 'test',
      state: 'full',
      path: ({ good }) => `/webhooks/${good}`,
      act: press('Send test'),
    },
    {
      name: 'resend',
      state: 'full',
      path: ({ good }) => `/webhooks/${good}`,
      act: choose('Resend deliveries…'),
      focus: 'Since: .+',
    },
    {
      name: 'rotate',
      state: 'full',
      path: ({ good }) => `/webhooks/${good}`,
      act: choose('Rotate secret'),
      focus: 'Old secret',
    },
    {
      name: 'delete',
      state: 'full',
      path: ({ good }) => `/webhooks/${good}`,
      act: choose('Delete'),
    },
    { name: 'endpoints', state: 'failing', path: '/webhooks' },
  ],
}
