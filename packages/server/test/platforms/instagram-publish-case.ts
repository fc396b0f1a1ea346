import type { PublishCase } from './publish-case.ts'

export const instagramPublishCase: PublishCase = {
  value: 'instagram',
  posts: [
    {
      name: 'image',
      content: (files) => ({
        text: 'Rye #bread @ben.rides\n\nFrom seven',
        media: [files.jpeg({ altText: 'A loaf' })],
        options: {
          collaborators: ['ben.rides'],
          user_tags: [{ username: 'ben.rides', x: 0.5, y: 0.25 }],
          location_id: '1122334455',
        },
      }),
      expected: {
        media_type: 'IMAGE',
        product_type: 'FEED',
        text: 'Rye #bread @ben.rides\n\nFrom seven',
        facts: {
          alt_text: 'A loaf',
          collaborators: '["ben.rides"]',
          user_tags: '[{"username":"ben.rides","x":0.5,"y":0.25}]',
          location_id: '1122334455',
        },
      },
    },
    {
      name: 'reel',
      content: (files) => ({
        text: 'Kneading',
        media: [files.mp4()],
        options: { share_to_feed: false, thumb_offset: 1_500, trial_reel: 'manual' },
      }),
      expected: {
        media_type: 'VIDEO',
        product_type: 'REELS',
        text: 'Kneading',
        facts: {
          share_to_feed: 'false',
          thumb_offset: '1500',
          trial_params: '{"graduation_strategy":"MANUAL"}',
        },
      },
    },
    {
      name: 'image story',
      content: (files) => ({ media: [files.jpeg()], options: { placement: 'story' } }),
      expected: { media_type: 'IMAGE', product_type: 'STORY' },
    },
    {
      name: 'video story',
      content: (files) => ({ media: [files.mp4()], options: { placement: 'story' } }),
      expected: { media_type: 'VIDEO', product_type: 'STORY' },
    },
    {
      name: 'carousel',
      content: (files) => ({
        text: 'The whole shelf',
        media: [files.jpeg(), files.mp4(), files.jpeg(), files.jpeg(), files.jpeg()],
      }),
      expected: { media_type: 'CAROUSEL_ALBUM', text: 'The whole shelf', child_ids: { length: 5 } },
    },
  ],
  unreachable: (files) => ({ text: 'Gone', media: [files.missing(files.jpeg())] }),
  commitCall: 'publish',
  refusal: {
    status: 403,
    body: {
      error: {
        message: 'Application request limit reached',
        type: 'OAuthException',
        code: 4,
        error_subcode: 2207051,
        is_transient: false,
        error_user_title: 'Action is blocked',
        error_user_msg: 'We restrict certain activity to protect our community.',
        fbtrace_id: 'Trace',
      },
    },
  },
  readOnlyPosts: [],
  permission: 'instagram_business_content_publish',
  accessLosses: [
    ['password-change', 'access_expired'],
    ['invalidate', 'access_expired'],
    ['revoke', 'disconnected'],
  ],
}
