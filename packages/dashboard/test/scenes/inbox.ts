import { openInbox } from '../../../server/test/inbox.ts'
import type { Dashboard } from '../dashboard.ts'
import { hostile } from '../hostile.ts'
import type { Area, Places } from './scene.ts'

async function fill({ testApp }: Dashboard): Promise<Places> {
  const threads = await openInbox(testApp, 'threads', { hoursAgo: 30 })
  const instagram = await openInbox(testApp, 'instagram', { hoursAgo: 5 })
  await threads.addComment({ text: hostile.long, author: 'longwinded', hours_ago: 20 })
  await threads.addComment({ text: hostile.script, author: 'mallory', hours_ago: 12 })
  await threads.addComment({ text: hostile.rtl, author: 'ibn.sina', hours_ago: 9 })
  await instagram.addComment({ text: hostile.markup, author: 'x'.repeat(30), hours_ago: 4 })
  await instagram.addComment({ text: hostile.tower, author: 'zalgo', hours_ago: 3 })
  const asked = await threads.addComment({ text: 'Do you have rye bread tomorrow?', hours_ago: 2 })
  await threads.addComment({
    text: 'I would like to know as well!',
    author: 'lena',
    parent: asked.id,
    hours_ago: 1,
  })
  await testApp.work()
  const comment = (await threads.find(asked))!
  await testApp.call('POST', `/v1/comments/${comment.id}/reply`, {
    text: 'Yes, from seven in the morning. See you!',
  })
  const script = (await threads.list()).find(
    ({ author_username }) => author_username === 'mallory',
  )!
  const long = (await threads.list()).find(
    ({ author_username }) => author_username === 'longwinded',
  )!
  return { comment: comment.id, script: script.id, long: long.id }
}

export const area: Area = {
  name: 'inbox',
  fill,
  scenes: [
    { name: 'list', state: 'empty', path: '/inbox' },
    { name: 'list', state: 'full', path: '/inbox?status=all' },
    {
      name: 'selected',
      state: 'full',
      path: '/inbox?status=all',
      act: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select the comment/ })
          .first()
          .check()
        await page.getByRole('button', { name: 'No reply needed', exact: true }).waitFor()
      },
    },
    { name: 'search', state: 'full', path: '/inbox?status=all&search=bread' },
    {
      name: 'thread',
      state: 'full',
      path: ({ comment }) => `/inbox?status=all&comment=${comment}`,
    },
    { name: 'script', state: 'full', path: ({ script }) => `/inbox?status=all&comment=${script}` },
    { name: 'long', state: 'full', path: ({ long }) => `/inbox?status=all&comment=${long}` },
    {
      name: 'keys',
      state: 'full',
      path: '/inbox?status=all',
      act: async (page) => {
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      },
    },
    { name: 'list', state: 'failing', path: '/inbox?status=all' },
  ],
}
