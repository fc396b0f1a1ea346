import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { openBrowser } from '../../../server/test/client.ts'
import { imageFile } from '../../../server/test/media-files.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

/** The HTML of the page in the preview. */
async function previewOf(page: Page): Promise<string> {
  return await page.evaluate(
    `fetch(document.querySelector('iframe').src).then((each) => each.text())`,
  )
}

const logoIn = (html: string) => /class="sign"><img src="([^"]+)"/.exec(html)?.[1] ?? null

/** The type of the file that the preview shows as the logo. */
async function logoType(page: Page): Promise<string | null> {
  const url = logoIn(await previewOf(page))
  if (!url) return null
  return (await dashboard.testApp.app.request(url)).headers.get('content-type')
}

test('the preview updates while typing; clients see the saved brand', async () => {
  const { testApp } = dashboard
  const page = await dashboard.open('/brand')
  await expect.poll(() => previewOf(page)).toContain('Connect your account')
  await page.getByRole('textbox', { name: 'Name' }).fill('Atelier Nord')
  await expect.poll(() => previewOf(page)).toContain('Atelier Nord')
  await page.getByRole('textbox', { name: 'Brand color' }).fill('#ffe066')
  await page.getByText(/Too light for text/).waitFor()
  await page.getByRole('textbox', { name: 'Privacy policy URL' }).fill('not a url')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a URL starting with https://.').waitFor()
  await page.getByRole('textbox', { name: 'Privacy policy URL' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Brand saved').waitFor()

  const profile = await buildProfile(testApp)
  const settings = await testApp.call('GET', '/v1/connect/settings')
  const link = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: settings.body.default_redirect_url,
  })
  const client = await openBrowser(testApp).visit('GET', new URL(link.body.url).pathname)
  expect(client.text).toContain('Atelier Nord')
})

test('an uploaded logo is saved and in the preview at once, next to unsaved changes', async () => {
  const page = await dashboard.open('/brand')
  await page.getByRole('textbox', { name: 'Support email' }).fill('help@nord.example.com')
  await choose(page, 'logo.png', 'image/png', await imageFile('png', { width: 96, height: 48 }))
  await page.getByText('Logo saved').waitFor()
  await expect.poll(() => logoType(page)).toBe('image/webp')
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Brand saved').waitFor()
  await expect.poll(() => logoType(page)).toBe('image/webp')
  const { body } = await dashboard.testApp.call('GET', '/v1/connect/settings')
  expect(body.logo_url).toContain('/logos/')
  expect(body.support_email).toBe('help@nord.example.com')
})

test('a logo that cannot be used says which file to choose; the next file clears it', async () => {
  const page = await dashboard.open('/brand')
  const large = await sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian' },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  await choose(page, 'large.png', 'image/png', large)
  await page.getByText('This file has 1.8 MB. Use one of up to 1 MB.').waitFor()
  await choose(page, 'logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
  await page.getByText('This file is not a PNG, JPEG or WebP image.').waitFor()
  await choose(page, 'empty.png', 'image/png', Buffer.alloc(0))
  await page.getByText('This file is empty.').waitFor()
  await choose(page, 'renamed.png', 'image/png', Buffer.from('<svg/>'))
  await page.getByText('This file is not a PNG, JPEG or WebP image.').waitFor()
  const cut = (await imageFile('png')).subarray(0, 9_000)
  await choose(page, 'cut.png', 'image/png', cut)
  await page.getByText('This image is damaged').waitFor()
  await choose(page, 'logo.png', 'image/png', await imageFile('png'))
  await page.getByText('Logo saved').waitFor()
  await page.getByText('This image is damaged').waitFor({ state: 'detached' })
})

test('a logo at a URL takes the place of the uploaded one, and is removed after a question', async () => {
  const page = await dashboard.open('/brand')
  await page.getByRole('button', { name: 'Use a URL instead' }).click()
  const field = page.getByRole('textbox', { name: 'Logo URL' })
  await field.fill('http://nord.example.com/logo.png')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('Enter a URL starting with https://.').waitFor()
  await field.fill('https://nord.example.com/logo.png')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('Logo saved').waitFor()
  await expect
    .poll(async () => logoIn(await previewOf(page)))
    .toBe('https://nord.example.com/logo.png')
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Clients then see the initial of your name.').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Logo removed').waitFor()
  await expect.poll(async () => logoIn(await previewOf(page))).toBe(null)
})

test('an invalid brand color stays in its field, with what to enter', async () => {
  const page = await dashboard.open('/brand')
  const color = page.getByRole('textbox', { name: 'Brand color' })
  await color.fill('zzz')
  await color.blur()
  await page.getByText('Enter a hex color such as #1a4b8c.').waitFor()
  expect(await color.inputValue()).toBe('zzz')
})
