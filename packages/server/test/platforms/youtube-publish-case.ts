import type { PublishCase } from './publish-case.ts'

const prefix = 'https://www.googleapis.com/auth/'
const common = { title: 'Kneading', audience: 'not_made_for_kids' }

export const youtubePublishCase: PublishCase = {
  value: 'youtube',
  posts: [
    {
      name: 'video',
      content: (files) => ({
        text: 'How we knead\nevery morning',
        media: [files.mp4()],
        options: { ...common, tags: 'bread, rye flour', category_id: '26' },
      }),
      expected: {
        title: 'Kneading',
        text: 'How we knead\nevery morning',
        is_public: true,
        facts: {
          privacy: 'public',
          category: '26',
          tags: 'bread,rye flour',
          made_for_kids: 'false',
          synthetic: 'false',
          thumbnail: 'automatic',
        },
      },
    },
    {
      name: 'unlisted video with a thumbnail',
      content: (files) => ({
        media: [files.mp4(), files.jpeg()],
        options: {
          ...common,
          audience: 'made_for_kids',
          privacy_status: 'unlisted',
          contains_synthetic_media: true,
        },
      }),
      expected: {
        is_public: false,
        facts: {
          privacy: 'unlisted',
          category: '22',
          tags: '',
          made_for_kids: 'true',
          synthetic: 'true',
          thumbnail: 'custom',
        },
      },
    },
  ],
  unreachable: null,
  commitCall: 'video_update',
  removeCall: 'video_delete',
  readOnlyPosts: [],
  permission: `${prefix}youtube.force-ssl`,
  preparePermission: `${prefix}youtube.upload`,
  accessLosses: [
    ['invalidate', 'access_expired'],
    ['revoke', 'access_expired'],
  ],
}
