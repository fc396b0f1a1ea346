import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile } from '../../../server/test/media-files.ts'
import { addFiles, type Bakery, compose, openBakery, photo, postShown } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery
let server: Server
let link: string

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  const picture = await imageFile()
  server = createServer((request, response) => {
    if (request.url === '/rye.jpg') return void response.end(picture)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      '<title>Rye &lt;b&gt;</title><meta name=description content="A night of rest"><meta property="og:image" content="/rye.jpg">',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  link = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rye`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await dashboard.close()
})

test('a link in the text is shown as the card that each platform makes of it', async () => {
  const platforms = ['Threads', 'Instagram', 'Facebook']
  const page = await compose(dashboard, bakery, `Read ${link}.`, platforms)
  const card = (platform: string) =>
    page
      .getByRole('article', { name: new RegExp(`Preview: ${platform}`) })
      .getByRole('group', { name: /^Link card/ })
  const show = (platform: string) => page.getByRole('tab', { name: platform }).click()
  await card('Threads').getByText('Rye <b>').waitFor()
  await card('Threads').getByText('A night of rest').waitFor()
  await card('Threads').locator('img[src^="data:image/webp"]').waitFor()
  await show('Instagram')
  await page.getByText(/^Instagram · .*Links aren’t clickable/).waitFor()
  const shown = page.getByRole('article', { name: /Preview: Instagram/ })
  await shown.getByText(`Read ${link}.`, { exact: true }).waitFor()
  expect(await shown.locator('span').filter({ hasText: link }).count()).toBe(0)
  await show('Facebook')
  expect(await card('Facebook').count()).toBe(0)

  await page.getByRole('button', { name: 'Add link card' }).click()
  await card('Facebook').getByText('Rye <b>').waitFor()
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page.getByText('Facebook: a link card needs a post without media.').waitFor()
  await page.getByRole('button', { name: 'Remove link card' }).click()
  await page.getByText('Ready for all platforms').waitFor()
  await show('Threads')
  expect(await card('Threads').count()).toBe(0)
})

test('the card is published with the post', async () => {
  const page = await compose(dashboard, bakery, `Read ${link}`, ['Facebook'])
  await page.getByRole('button', { name: 'Add link card' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const { body } = await dashboard.testApp.call('GET', `/v1/posts/${await postShown(page)}`)
  expect(body.targets[0].options).toEqual({ link })
})
