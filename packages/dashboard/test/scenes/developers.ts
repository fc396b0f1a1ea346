import type { Page } from 'playwright-core'
import { fillClients } from '../clients-seed.ts'
import type { Area } from './scene.ts'

/** Selects an item of the first key's menu. */
const choose = (item: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

export const area: Area = {
  name: 'developers',
  fill: ({ testApp }) => fillClients(testApp),
  scenes: [
    { name: 'api-keys', state: 'empty', path: '/api-keys' },
    { name: 'api-keys', state: 'full', path: '/api-keys' },
    { name: 'api-keys', state: 'failing', path: '/api-keys' },
    {
      name: 'api-key-new',
      state: 'full',
      path: '/api-keys?new=1',
      act: async (page) => {
        await page.getByRole('radio', { name: /One profile/ }).check()
        await page.getByRole('combobox', { name: 'What is this key for?' }).click()
        await page.getByRole('option', { name: 'Publish' }).click()
      },
    },
    {
      name: 'api-key-name',
      state: 'full',
      path: '/api-keys',
      act: async (page) => {
        await page.getByRole('button', { name: 'Create API key' }).first().click()
        await page.getByRole('dialog').waitFor()
      },
      focus: 'Name',
    },
    {
      name: 'api-key-rotate',
      state: 'full',
      path: '/api-keys',
      act: choose('Rotate'),
      focus: 'Old key stays valid for',
    },
    { name: 'api-key-revoke', state: 'full', path: '/api-keys', act: choose('Revoke') },
    {
      name: 'api-key-made',
      state: 'full',
      path: '/api-keys?new=1',
      act: async (page) => {
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Storefront')
        await dialog.getByRole('button', { name: 'Create API key' }).click()
        await page.getByRole('button', { name: 'Done' }).waitFor()
      },
    },
    { name: 'requests', state: 'empty', path: '/requests' },
    { name: 'requests', state: 'full', path: '/requests' },
    { name: 'requests', state: 'failing', path: '/requests' },
    {
      name: 'request',
      state: 'full',
      path: '/requests?status=4xx',
      act: async (page) => {
        await page.getByRole('link', { name: 'POST /v1/posts' }).first().click()
        await page.getByRole('dialog').getByText('What validation_failed means').waitFor()
      },
    },
    { name: 'redirect-origins', state: 'empty', path: '/redirect-origins' },
    { name: 'redirect-origins', state: 'full', path: '/redirect-origins' },
  ],
}
