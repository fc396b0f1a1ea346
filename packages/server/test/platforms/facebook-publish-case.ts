import type { PublishCase } from './publish-case.ts'

export const facebookPublishCase: PublishCase = {
  value: 'facebook',
  posts: [
    {
      name: 'photos',
      content: (files) => ({
        text: 'The whole shelf\nfrom seven',
        media: [files.jpeg({ altText: 'A loaf' }), files.jpeg(), files.jpeg()],
      }),
      expected: {
        media_type: 'photo',
        text: 'The whole shelf\nfrom seven',
        media_ids: { length: 3 },
      },
    },
    {
      name: 'text',
      content: () => ({ text: 'Fresh bread at seven' }),
      expected: { media_type: 'status', text: 'Fresh bread at seven' },
    },
    {
      name: 'link',
      content: () => ({ text: 'Read this', options: { link: 'https://bakery.example/bread' } }),
      expected: { text: 'Read this', facts: { link: 'https://bakery.example/bread' } },
    },
    {
      name: 'link without text',
      content: () => ({ options: { link: 'https://bakery.example/rye' } }),
      expected: { text: '', facts: { link: 'https://bakery.example/rye' } },
    },
    {
      name: 'one photo without text',
      content: (files) => ({ media: [files.jpeg()] }),
      expected: { media_type: 'photo', text: '', media_ids: { length: 1 } },
    },
    {
      name: 'video',
      content: (files) => ({ text: 'Kneading', media: [files.mp4()] }),
      expected: { media_type: 'video', text: 'Kneading' },
      isPreparedWithoutCall: true,
    },
  ],
  unreachable: (files) => ({ text: 'Gone', media: [files.missing(files.mp4())] }),
  commitCall: 'change',
  refusal: {
    status: 403,
    body: {
      error: {
        message: '(#200) The user does not have sufficient permission for this action.',
        type: 'OAuthException',
        code: 200,
        is_transient: false,
        fbtrace_id: 'Trace',
      },
    },
  },
  removeCall: 'delete',
  readOnlyPosts: [],
  permission: 'pages_manage_posts',
  accessLosses: [
    ['password-change', 'access_expired'],
    ['invalidate', 'access_expired'],
    ['revoke', 'disconnected'],
  ],
}
