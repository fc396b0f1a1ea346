import type { Page } from 'playwright-core'
import { addFiles, fillPublishing, photo } from '../publishing-seed.ts'
import type { Area } from './scene.ts'

const chooseAccounts = async (page: Page) => {
  for (const name of [/^Threads/, /^Instagram/, /^Facebook/]) {
    await page.getByRole('checkbox', { name }).click()
  }
}

export const area: Area = {
  name: 'publishing',
  fill: ({ testApp }) => fillPublishing(testApp),
  scenes: [
    { name: 'posts', state: 'empty', path: '/posts' },
    { name: 'posts', state: 'full', path: '/posts' },
    { name: 'posts', state: 'failing', path: '/posts' },
    { name: 'posts-search', state: 'full', path: '/posts?search=the' },
    { name: 'posts-none-match', state: 'full', path: '/posts?tag=nothing' },
    { name: 'post-published', state: 'full', path: ({ published }) => `/posts/${published}` },
    { name: 'post-failed', state: 'full', path: ({ failed }) => `/posts/${failed}` },
    { name: 'post-unknown', state: 'full', path: ({ unknown }) => `/posts/${unknown}` },
    { name: 'post-hostile', state: 'full', path: ({ draft }) => `/posts/${draft}` },
    {
      name: 'post-resolve',
      state: 'full',
      path: ({ unknown }) => `/posts/${unknown}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'It’s published' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'calendar', state: 'empty', path: '/calendar' },
    { name: 'calendar-month', state: 'full', path: '/calendar?view=month' },
    { name: 'calendar-week', state: 'full', path: '/calendar?view=week' },
    { name: 'calendar-list', state: 'full', path: '/calendar?view=agenda' },
    { name: 'calendar', state: 'failing', path: '/calendar' },
    { name: 'composer', state: 'empty', path: '/posts/new' },
    {
      name: 'composer',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await chooseAccounts(page)
        await page
          .getByRole('textbox', { name: 'Text', exact: true })
          .fill('Fresh bread from six!\n\nSee https://example.com #bakery')
        await addFiles(page, [
          { name: 'loaf.jpg', buffer: await photo() },
          { name: 'rolls.jpg', buffer: await photo(1_200, 800) },
        ])
        await page.getByText('Ready for all platforms').waitFor()
      },
    },
    {
      name: 'composer-refused',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await chooseAccounts(page)
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill('bread '.repeat(120))
        await page.getByText('Add an image or video.').first().waitFor()
        await page.getByRole('button', { name: /^Schedule for|^Planen für/ }).click()
      },
    },
    {
      name: 'composer-edit',
      state: 'full',
      path: ({ scheduled }) => `/posts/${scheduled}/edit`,
    },
    { name: 'composer', state: 'failing', path: '/posts/new' },
  ],
}
