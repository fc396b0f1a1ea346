import type { PublishCase } from './publish-case.ts'

export const threadsPublishCase: PublishCase = {
  value: 'threads',
  posts: [
    {
      name: 'text',
      content: () => ({
        text: 'Fresh bread at seven #bakery\nCome early',
        options: { reply_control: 'accounts_you_follow', topic_tag: 'Bread' },
      }),
      expected: {
        media_type: 'TEXT_POST',
        text: 'Fresh bread at seven #bakery\nCome early',
        facts: { reply_control: 'accounts_you_follow', topic_tag: 'Bread' },
      },
    },
    {
      name: 'link',
      content: () => ({
        text: 'Read this',
        options: { link_attachment: 'https://bakery.example/bread' },
      }),
      expected: { facts: { link_attachment: 'https://bakery.example/bread' } },
    },
    {
      name: 'image',
      content: (files) => ({ text: 'Rye', media: [files.jpeg({ altText: 'A loaf' })] }),
      expected: { media_type: 'IMAGE', text: 'Rye', facts: { alt_text: 'A loaf' } },
    },
    {
      name: 'video without text',
      content: (files) => ({ media: [files.mp4()] }),
      expected: { media_type: 'VIDEO', text: '' },
    },
    {
      name: 'carousel',
      content: (files) => ({
        text: 'The whole shelf',
        media: [files.jpeg(), files.mp4(), files.jpeg(), files.jpeg(), files.jpeg()],
        options: { reply_control: 'mentioned_only' },
      }),
      expected: {
        media_type: 'CAROUSEL_ALBUM',
        text: 'The whole shelf',
        child_ids: { length: 5 },
        facts: { reply_control: 'mentioned_only' },
      },
    },
  ],
  unreachable: (files) => ({ text: 'Gone', media: [files.missing(files.mp4())] }),
  commitCall: 'publish',
  refusal: {
    status: 500,
    body: {
      error: {
        message: 'Application does not have permission for this action',
        type: 'THApiException',
        code: 10,
        is_transient: false,
        fbtrace_id: 'Trace',
      },
    },
  },
  removeCall: 'delete',
  readOnlyPosts: [],
  permission: 'threads_content_publish',
  accessLosses: [
    ['password-change', 'access_expired'],
    ['invalidate', 'access_expired'],
    ['revoke', 'disconnected'],
  ],
}
