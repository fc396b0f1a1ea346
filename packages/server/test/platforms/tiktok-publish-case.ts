import type { PublishCase } from './publish-case.ts'

/** Posts by URL need a registered URL prefix, so they are tested in `publish.test.ts`. */
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
      expected: {
        media_type: 'VIDEO',
        text: 'Kneading #bread',
        is_public: true,
        facts: { privacy: 'PUBLIC_TO_EVERYONE' },
      },
    },
  ],
  unreachable: null,
  commitCall: 'upload',
  readOnlyPosts: ['creator_info', 'status', 'video_list'],
  permission: 'video.publish',
  isCommitWithoutToken: true,
  accessLosses: [
    ['invalidate', 'access_expired'],
    ['revoke', 'access_expired'],
  ],
}
