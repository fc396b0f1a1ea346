import type { Page } from 'playwright-core'
import { fillClients } from '../clients-seed.ts'
import type { Area } from './scene.ts'

/** On phones the navigation is behind a button. */
async function openNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
}

/** What surrounds every page, and pages for wrong addresses. */
export const area: Area = {
  name: 'shell',
  fill: ({ testApp }) => fillClients(testApp),
  scenes: [
    {
      name: 'menu',
      state: 'full',
      path: '/',
      viewport: 'phone',
      act: openNavigation,
    },
    {
      name: 'profile-switcher',
      state: 'full',
      path: '/posts',
      act: async (page) => {
        await openNavigation(page)
        await page.getByRole('button', { name: /^Profile:/ }).click()
        await page.getByRole('option', { name: /Bergmann/ }).waitFor()
      },
    },
    {
      name: 'member-menu',
      state: 'full',
      path: '/posts',
      act: async (page) => {
        await openNavigation(page)
        await page.getByRole('button', { name: /Account menu/ }).click()
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
      },
    },
    {
      name: 'palette',
      state: 'full',
      path: '/posts',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').waitFor()
      },
    },
    {
      name: 'palette-found',
      state: 'full',
      path: '/posts',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('Bergmann')
        await page.getByRole('dialog').getByRole('option').first().waitFor()
      },
    },
    { name: 'unknown-page', state: 'full', path: '/nowhere', isMissing: true },
    {
      name: 'unknown-post',
      state: 'full',
      path: '/posts/post_01m850xzbhe8qa4d8rjcjdw6ed',
      isMissing: true,
    },
  ],
}
