import type { PublishCase } from './publish-case.ts'

export const mastodonPublishCase: PublishCase = {
  value: 'mastodon',
  posts: [
    {
      name: 'images',
      content: (files) => ({
        text: 'The whole shelf\nfrom seven\n\nand <em>warm</em> & fresh #bread',
        media: [files.jpeg({ altText: 'A loaf, "warm"' }), files.jpeg(), files.jpeg()],
      }),
      expected: {
        text: 'The whole shelf\nfrom seven\n\nand <em>warm</em> & fresh #bread',
        media_ids: { length: 3 },
        facts: { visibility: 'public', application: 'Postern' },
      },
    },
    {
      name: 'text with a link and a mention',
      content: () => ({
        text: 'Read https://bakery.example/a/very/long/address/of/a/page?x=1&y=2. Thanks @ben!',
        options: { visibility: 'unlisted', language: 'de' },
      }),
      expected: { facts: { visibility: 'unlisted', language: 'de' } },
      isPreparedWithoutCall: true,
    },
    {
      name: 'text behind a content warning',
      content: () => ({
        text: 'It was the baker',
        options: { visibility: 'private', spoiler_text: 'The end of the film', sensitive: true },
      }),
      expected: {
        text: 'It was the baker',
        facts: { visibility: 'private', spoiler_text: 'The end of the film', sensitive: 'true' },
      },
      isPreparedWithoutCall: true,
    },
    {
      name: 'video without text',
      content: (files) => ({ media: [files.mp4({ altText: 'Kneading' })] }),
      expected: { text: '', media_ids: { length: 1 } },
    },
  ],
  // The files are uploaded.
  unreachable: null,
  commitCall: 'publish',
  removeCall: 'delete',
  readOnlyPosts: [],
  permission: 'write:statuses',
  preparePermission: 'write:media',
  accessLosses: [
    ['revoke', 'disconnected'],
    ['invalidate', 'disconnected'],
    ['checkpoint', 'access_expired'],
  ],
}
