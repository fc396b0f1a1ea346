import type { PublishCase } from './publish-case.ts'

export const linkedinPublishCase: PublishCase = {
  value: 'linkedin',
  posts: [
    {
      name: 'image',
      content: (files) => ({
        text: 'The shelf (at seven) #bread\n_rye_ & <wheat>',
        media: [files.jpeg({ altText: 'A loaf' })],
      }),
      expected: {
        media_type: 'IMAGE',
        text: 'The shelf (at seven) #bread\n_rye_ & <wheat>',
        media_ids: { length: 1 },
        facts: { alt_text: 'A loaf' },
      },
    },
    {
      name: 'text',
      content: () => ({ text: 'Fresh bread at seven' }),
      expected: { media_type: 'TEXT', text: 'Fresh bread at seven' },
      isPreparedWithoutCall: true,
    },
    {
      name: 'link',
      content: () => ({
        text: 'Read this',
        options: { link: 'https://bakery.example/bread', link_title: 'Bread' },
      }),
      expected: {
        media_type: 'ARTICLE',
        text: 'Read this',
        title: 'Bread',
        facts: { link: 'https://bakery.example/bread' },
      },
      isPreparedWithoutCall: true,
    },
    {
      name: 'several images without text',
      content: (files) => ({
        media: [files.jpeg(), files.jpeg({ altText: 'A cake' }), files.jpeg()],
      }),
      expected: {
        media_type: 'MULTI_IMAGE',
        text: '',
        media_ids: { length: 3 },
        facts: { alt_text: '|A cake|' },
      },
    },
    {
      name: 'video',
      content: (files) => ({ text: 'Kneading', media: [files.mp4({ altText: 'Dough' })] }),
      expected: { media_type: 'VIDEO', text: 'Kneading', media_ids: { length: 1 } },
    },
  ],
  unreachable: null,
  commitCall: 'post_create',
  removeCall: 'post_delete',
  // An image or a video without its file is nothing yet.
  readOnlyPosts: ['image_start', 'video_act'],
  permission: 'w_organization_social',
  accessLosses: [
    ['invalidate', 'access_expired'],
    ['revoke', 'access_expired'],
    ['expire-token', 'access_expired'],
  ],
}
