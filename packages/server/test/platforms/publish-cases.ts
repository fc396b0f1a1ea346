import { blueskyPublishCase } from './bluesky-publish-case.ts'
import { facebookPublishCase } from './facebook-publish-case.ts'
import { instagramPublishCase } from './instagram-publish-case.ts'
import { linkedinPublishCase } from './linkedin-publish-case.ts'
import { mastodonPublishCase } from './mastodon-publish-case.ts'
import type { PublishCase } from './publish-case.ts'
import { threadsPublishCase } from './threads-publish-case.ts'
import { tiktokPublishCase } from './tiktok-publish-case.ts'
import { wordpressPublishCase } from './wordpress-publish-case.ts'
import { youtubePublishCase } from './youtube-publish-case.ts'

export const publishCases: readonly PublishCase[] = [
  threadsPublishCase,
  instagramPublishCase,
  facebookPublishCase,
  tiktokPublishCase,
  youtubePublishCase,
  linkedinPublishCase,
  mastodonPublishCase,
  blueskyPublishCase,
  wordpressPublishCase,
]
