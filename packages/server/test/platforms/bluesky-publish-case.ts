import type { PublishCase } from './publish-case.ts'

export const blueskyPublishCase: PublishCase = {
  value: 'bluesky',
  posts: [
    {
      name: 'images',
      content: (files) => ({
        text: 'Rye',
        media: [files.jpeg({ altText: 'A loaf' }), files.jpeg()],
      }),
      expected: { text: 'Rye', media_ids: { length: 2 } },
    },
    {
      name: 'text with facets',
      content: () => ({
        text: 'Größe 👍 #bakery https://bakery.example/bread\nThanks @ben.test',
        options: { languages: ['de', 'en'], labels: ['graphic-media'] },
      }),
      expected: { text: 'Größe 👍 #bakery https://bakery.example/bread\nThanks @ben.test' },
    },
    {
      name: 'text with limited replies',
      content: () => ({ text: 'News', options: { reply_control: 'mentioned_only' } }),
      expected: { text: 'News' },
    },
    {
      name: 'link card',
      content: () => ({
        text: 'Read this',
        options: { card_url: 'https://bakery.example/bread', card_title: 'Bread' },
      }),
      expected: { text: 'Read this' },
    },
  ],
  // The files are uploaded.
  unreachable: null,
  commitCall: 'putRecord',
  removeCall: 'deleteRecord',
  readOnlyPosts: [],
  permission: 'repo:app.bsky.feed.post',
  preparePermission: 'blob:*/*',
  accessLosses: [
    ['revoke', 'access_expired'],
    ['invalidate', 'access_expired'],
  ],
}
