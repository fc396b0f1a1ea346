import type { PublishCase } from './publish-case.ts'

/** What TikTok fetches by itself needs a registered address, so it is in `publish.test.ts`. */
export const tiktokPublishCase: PublishCase = {
  value: 'tiktok',
  posts: [
    {
      name: 'video',
      content: (files) => ({
        text: 'Kneading #bread',
        media: [files.mp4()],
        options: { privacy_level: 'PUBLIC_TO_EVERYONE', disable_duet: true, is_aigc: false },
      }),
      seen: {
        media_type: 'VIDEO',
        text: 'Kneading #bread',
        is_public: true,
        facts: { privacy: 'PUBLIC_TO_EVERYONE' },
      },
    },
  ],
  unreachable: null,
  commitCall: 'upload',
  readingPosts: ['creator_info', 'status', 'video_list'],
  isCertain: true,
  permission: 'video.publish',
  isCommitBlind: true,
  endings: [
    ['invalidate', 'access_expired'],
    ['revoke', 'access_expired'],
  ],
}
