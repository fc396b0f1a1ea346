import type { Page } from 'playwright-core'
import { addFiles, fillPublishing, photo } from '../publishing-seed.ts'
import type { Area } from './scene.ts'

const chooseAccounts = async (page: Page) => {
  for (const name of [/^Threads/, /^Instagram/, /^Facebook/]) {
    await page.getByRole('checkbox', { name }).click()
  }
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

export const area: Area = {
  name: 'publishing',
  fill: ({ testApp }) => fillPublishing(testApp),
  scenes: [
    { name: 'posts', state: 'empty', path: '/posts' },
    { name: 'posts', state: 'full', path: '/posts' },
    { name: 'posts', state: 'failing', path: '/posts' },
    { name: 'posts-import', state: 'empty', path: '/posts/import' },
    { name: 'posts-search', state: 'full', path: '/posts?search=the' },
    { name: 'posts-none-match', state: 'full', path: '/posts?tag=nothing' },
    { name: 'post-published', state: 'full', path: ({ published }) => `/posts/${published}` },
    { name: 'post-failed', state: 'full', path: ({ failed }) => `/posts/${failed}` },
    { name: 'post-unknown', state: 'full', path: ({ unknown }) => `/posts/${unknown}` },
    { name: 'post-scheduled', state: 'full', path: ({ scheduled }) => `/posts/${scheduled}` },
    { name: 'post-thread', state: 'full', path: ({ thread }) => `/posts/${thread}` },
    { name: 'post-partial', state: 'full', path: ({ partial }) => `/posts/${partial}` },
    {
      name: 'post-edit-parts',
      state: 'full',
      path: ({ partial }) => `/posts/${partial}`,
      act: press('Edit open parts'),
      focus: 'Part 3',
    },
    {
      name: 'post-json',
      state: 'full',
      path: ({ scheduled }) => `/posts/${scheduled}`,
      act: async (page) => await page.getByRole('button', { name: 'For developers' }).click(),
    },
    {
      name: 'post-reschedule',
      state: 'full',
      path: ({ scheduled }) => `/posts/${scheduled}`,
      act: press('Reschedule'),
      focus: 'Hours',
    },
    {
      name: 'posts-filters',
      state: 'full',
      path: '/posts',
      act: async (page) => await page.getByRole('button', { name: 'More filters' }).click(),
    },
    {
      name: 'posts-reschedule',
      state: 'full',
      path: '/posts?status=scheduled',
      act: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select “/ })
          .first()
          .click()
        await press('Reschedule')(page)
      },
      focus: 'Amount',
    },
    {
      name: 'posts-approval-link',
      state: 'full',
      path: '/posts?status=scheduled',
      act: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select “/ })
          .first()
          .click()
        const button = page.getByRole('button', { name: 'Approval link' })
        if (await button.isVisible()) await button.click()
        else {
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('menuitem', { name: 'Approval link' }).click()
        }
        await page.getByRole('dialog', { name: /^Approval link/ }).waitFor()
      },
      focus: 'Open for.*',
    },
    { name: 'post-not-ready', state: 'full', path: ({ notReady }) => `/posts/${notReady}` },
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
    {
      name: 'post-repeat',
      state: 'full',
      path: ({ unknown }) => `/posts/${unknown}`,
      act: async (page) => {
        await press('Repeat')(page)
        await page.getByRole('button', { name: 'Add another text' }).click()
      },
    },
    { name: 'media', state: 'empty', path: '/media' },
    { name: 'media', state: 'full', path: '/media' },
    { name: 'media', state: 'failing', path: '/media' },
    {
      name: 'media-file',
      state: 'full',
      path: '/media',
      act: async (page) => {
        await page.getByRole('list', { name: 'Files' }).getByRole('button').first().click()
        await page.getByRole('dialog').waitFor()
      },
      focus: 'Alt text',
    },
    {
      name: 'composer-library',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'From the library' }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'saved-texts', state: 'empty', path: '/saved-texts' },
    { name: 'saved-texts', state: 'full', path: '/saved-texts' },
    { name: 'saved-texts', state: 'failing', path: '/saved-texts' },
    { name: 'saved-text-new', state: 'full', path: '/saved-texts?new=1', focus: 'Name' },
    {
      name: 'saved-text-edit',
      state: 'full',
      path: '/saved-texts',
      act: async (page) => {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await page.getByRole('dialog').waitFor()
      },
      focus: 'Name',
    },
    {
      name: 'composer-saved-texts',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('/')
        await page.getByRole('option').first().waitFor()
      },
    },
    { name: 'calendar', state: 'empty', path: '/calendar' },
    { name: 'calendar-month', state: 'full', path: '/calendar?view=month' },
    {
      name: 'calendar-day',
      state: 'full',
      path: '/calendar?view=month',
      act: async (page) => {
        // A phone shows the posts of a day below the month, a wide screen has some behind a button.
        const isPhone = page.viewportSize()!.width < 800
        const name = isPhone ? /, \d+ posts$/ : /\d more/
        await page.getByRole('button', { name }).last().click()
        await page
          .locator(isPhone ? 'main a[href*="/posts/post_"]' : '[role=dialog]')
          .first()
          .waitFor()
      },
    },
    {
      name: 'calendar-post',
      state: 'full',
      path: '/calendar?view=agenda',
      act: async (page) => {
        await page.getByRole('link', { name: /Rye is back/ }).click()
        await page.getByRole('dialog', { name: 'Post' }).waitFor()
      },
    },
    { name: 'calendar-week', state: 'full', path: '/calendar?view=week' },
    { name: 'calendar-list', state: 'full', path: '/calendar?view=agenda' },
    { name: 'calendar', state: 'failing', path: '/calendar' },
    { name: 'queue', state: 'empty', path: '/queue' },
    { name: 'queue', state: 'full', path: ({ profile }) => `/queue?profile=${profile}` },
    {
      name: 'queue-times',
      state: 'full',
      path: ({ threads }) => `/queue?account=${threads}`,
      act: press('Own times for this account'),
      focus: 'Monday',
    },
    {
      name: 'queue-move',
      state: 'full',
      path: ({ threads }) => `/queue?account=${threads}`,
      act: press('Move “In the queue” to a slot'),
      focus: 'Slot',
    },
    { name: 'queue', state: 'failing', path: '/queue' },
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
      name: 'composer-emoji',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: press('Add emoji'),
    },
    {
      name: 'composer-crop',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await page.getByRole('checkbox', { name: /^Instagram/ }).click()
        await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
        await press('Crop loaf.jpg')(page)
      },
    },
    {
      name: 'composer-options',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await chooseAccounts(page)
        await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
        await page.getByRole('button', { name: /^Instagram.*bergmann/ }).click()
        await page.getByRole('button', { name: 'Add a person' }).click()
        await page.getByText('Schedule', { exact: true }).first().click()
        await page.getByRole('button', { name: 'More options', exact: true }).click()
        // To where no field is half behind the buttons at the bottom.
        await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      },
    },
    {
      name: 'composer-refused',
      state: 'full',
      path: ({ profile }) => `/posts/new?profile=${profile}`,
      act: async (page) => {
        await chooseAccounts(page)
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill('bread '.repeat(120))
        await page
          .getByText(/Too long/)
          .first()
          .waitFor()
        await page.getByRole('button', { name: /^Schedule for|^Planen für/ }).click()
      },
    },
    {
      name: 'composer-edit',
      state: 'full',
      path: ({ scheduled }) => `/posts/${scheduled}/edit`,
    },
    {
      name: 'composer-thread',
      state: 'full',
      path: ({ thread }) => `/posts/${thread}/edit`,
      act: async (page) => {
        await page
          .getByText(/Too long/)
          .first()
          .waitFor()
      },
    },
    { name: 'composer', state: 'failing', path: '/posts/new' },
  ],
}
