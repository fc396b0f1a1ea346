import type { PublishCase } from './publish-case.ts'

export const wordpressPublishCase: PublishCase = {
  value: 'wordpress',
  posts: [
    {
      name: 'images with every option',
      content: (files) => ({
        text: 'The whole shelf from seven. Come early!\nWe are open\n\nand <em>warm</em> & fresh',
        media: [files.jpeg({ altText: 'A loaf, "warm"' }), files.jpeg()],
        options: {
          title: 'Bread & "rolls"',
          excerpt: 'Open from seven',
          featured_image: true,
          slug: 'fresh-bread',
          categories: ['news', 'Bread & Butter'],
          tags: ['Rye', 'Wheat'],
          comment_status: 'closed',
        },
      }),
      expected: {
        text: 'The whole shelf from seven. Come early!\nWe are open\n\nand <em>warm</em> & fresh',
        title: 'Bread &amp; &quot;rolls&quot;',
        media_ids: { length: 2 },
        facts: {
          slug: 'fresh-bread',
          excerpt: 'Open from seven',
          categories: '2,3',
          comment_status: 'closed',
        },
      },
    },
    {
      name: 'text with a link',
      content: () => ({
        text: 'Read our recipe. It is at https://bakery.example/a/page?x=1&y=2.',
      }),
      expected: {
        text: 'Read our recipe. It is at https://bakery.example/a/page?x=1&y=2.',
        title: 'Read our recipe',
        facts: { slug: 'read-our-recipe', comment_status: 'open' },
      },
    },
    {
      name: 'video without text',
      content: (files) => ({ media: [files.mp4()] }),
      expected: { text: '', title: '', media_ids: { length: 1 } },
    },
  ],
  // The files are uploaded.
  unreachable: null,
  commitCall: 'publish',
  refusal: {
    status: 403,
    body: { code: 'rest_cannot_publish', message: 'No.', data: { status: 403 } },
  },
  removeCall: 'delete',
  readOnlyPosts: [],
  permission: 'publish_posts',
  preparePermission: 'upload_files',
  accessLosses: [
    ['revoke', 'disconnected'],
    ['invalidate', 'disconnected'],
  ],
}
