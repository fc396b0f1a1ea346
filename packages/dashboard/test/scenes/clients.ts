import type { Page } from 'playwright-core'
import { fillClients, hostile } from '../clients-seed.ts'
import type { Area } from './scene.ts'

/** Opens a profile's menu and selects an item. */
const choose = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for Bergmann Bakery' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

export const area: Area = {
  name: 'clients',
  fill: ({ testApp }) => fillClients(testApp),
  scenes: [
    { name: 'overview', state: 'empty', path: '/' },
    { name: 'overview', state: 'full', path: '/' },
    { name: 'overview', state: 'failing', path: '/' },
    { name: 'profiles', state: 'empty', path: '/profiles' },
    { name: 'profiles', state: 'full', path: '/profiles' },
    { name: 'profiles', state: 'failing', path: '/profiles' },
    { name: 'profile', state: 'full', path: ({ profile }) => `/profiles/${profile}` },
    {
      name: 'profile-hostile',
      state: 'full',
      path: ({ hostileProfile }) => `/profiles/${hostileProfile}`,
      act: async (page) => await page.getByRole('heading', { name: hostile.markup }).waitFor(),
    },
    { name: 'profile-new', state: 'full', path: '/profiles?new=1', focus: 'Name' },
    {
      name: 'profile-connect',
      state: 'full',
      path: ({ profile }) => `/profiles/${profile}`,
      act: choose('Connect account'),
      focus: 'By email or chat',
    },
    { name: 'profile-delete', state: 'full', path: '/profiles', act: choose('Delete') },
    {
      name: 'post-of-another-profile',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Rye is back')
        await page.getByRole('combobox', { name: 'Profile' }).click()
        await page.getByRole('option', { name: /^VeryVery/ }).click()
        await page.getByRole('dialog', { name: /^Take this post to VeryVery/ }).waitFor()
      },
    },
    { name: 'accounts', state: 'empty', path: '/accounts' },
    { name: 'accounts', state: 'full', path: '/accounts' },
    { name: 'account', state: 'full', path: ({ account }) => `/accounts/${account}` },
    {
      name: 'account-hostile',
      state: 'full',
      path: ({ hostileAccount }) => `/accounts/${hostileAccount}`,
      act: async (page) => await page.getByRole('heading', { name: /^VeryVery/ }).waitFor(),
    },
    {
      name: 'account-move',
      state: 'full',
      path: ({ account }) => `/accounts/${account}`,
      act: press('Move'),
      focus: 'Move to',
    },
    {
      name: 'account-ids',
      state: 'full',
      path: ({ account }) => `/accounts/${account}`,
      act: async (page) => await page.getByText('For developers').click(),
    },
    { name: 'account-expired', state: 'full', path: ({ expired }) => `/accounts/${expired}` },
    {
      name: 'account-disconnect',
      state: 'full',
      path: ({ account }) => `/accounts/${account}`,
      act: async (page) => {
        await press('Disconnect')(page)
        await page.getByRole('link', { name: 'Rye is back' }).waitFor()
      },
    },
    { name: 'connect-links', state: 'empty', path: '/connect-links' },
    { name: 'connect-links', state: 'full', path: '/connect-links' },
    {
      name: 'connect-link-profile',
      state: 'full',
      path: '/connect-links',
      act: press('Connect account'),
      focus: 'Profile',
    },
    {
      name: 'connect-link',
      state: 'full',
      path: ({ triedLink }) => `/connect-links?link=${triedLink}`,
    },
    {
      name: 'connect-link-new',
      state: 'full',
      path: ({ profile }) => `/connect-links?new=1&profile=${profile}`,
    },
    {
      name: 'connect-link-made',
      state: 'full',
      path: ({ profile }) => `/connect-links?new=1&profile=${profile}`,
      act: async (page) => {
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('radio', { name: 'On the spot' }).click()
        await dialog.getByRole('button', { name: 'Create link' }).click()
        await dialog.getByText('Not opened on a platform yet').waitFor()
      },
    },
    {
      name: 'invitation-made',
      state: 'full',
      path: ({ profile }) => `/connect-links?new=1&profile=${profile}`,
      act: async (page) => {
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Create invitation' }).click()
        await dialog.getByText('The client hasn’t started yet').waitFor()
      },
    },
    {
      name: 'invitation',
      state: 'full',
      path: ({ invitation }) => `/connect-links?invitation=${invitation}`,
    },
    { name: 'single-use-links', state: 'full', path: '/connect-links?kind=links' },
    {
      name: 'reconnect',
      state: 'full',
      path: ({ expired }) => `/accounts/${expired}`,
      act: async (page) => {
        await press('Reconnect')(page)
        await page.getByRole('dialog', { name: /^Reconnect / }).waitFor()
      },
      focus: 'By email or chat.*',
    },
    { name: 'brand', state: 'empty', path: '/brand' },
    { name: 'brand', state: 'full', path: '/brand' },
  ],
}
