import type { PlatformValue } from '../../src/core/networks.ts'

/** The expected login results of the sandbox's people (packages/sandbox/README.md). */
export type ConnectCase = {
  value: PlatformValue
  /** Anna's login, and the accounts with all ids that its grant must have. */
  login: string
  accounts: { id: string; userIds: string[]; username: string; type: string | null }[]
  /** What Anna enters, where a platform asks for her handle. */
  handle?: string
  /** The sandbox's server, where each account has one. Its port is not part of the expected ids. */
  server?: string
  /** The sandbox's settings for all tests. */
  settings?: Readonly<Record<string, unknown>>
  /** The person allows all permissions or none. */
  isAllOrNothing?: true
  /** What the login returns is the secret itself, which can be used again. */
  isCodeLasting?: true
  optional: string
  required: string
  hasRefreshToken: boolean
  hasExpiry: boolean
}

export const connectCases: ConnectCase[] = [
  {
    value: 'threads',
    login: 'anna.bakes',
    accounts: [
      {
        id: '17841460000000011',
        userIds: ['17841460000000011'],
        username: 'anna.bakes',
        type: null,
      },
    ],
    optional: 'threads_manage_insights',
    required: 'threads_content_publish',
    hasRefreshToken: false,
    hasExpiry: true,
  },
  {
    value: 'instagram',
    login: 'bergmann.bakery',
    accounts: [
      {
        id: '17841470000000011',
        userIds: ['17841470000000011', '24963000000000011'],
        username: 'bergmann.bakery',
        type: 'business',
      },
    ],
    optional: 'instagram_business_manage_insights',
    required: 'instagram_business_content_publish',
    hasRefreshToken: false,
    hasExpiry: true,
  },
  {
    value: 'facebook',
    login: 'anna.bergmann',
    accounts: [
      ['135000000000001', 'bergmannbakery'],
      ['135000000000002', 'bergmanncatering'],
      ['135000000000004', 'harbourcoffee'],
    ].map(([id, username]) => ({
      id: id!,
      userIds: ['10210000000000001'],
      username: username!,
      type: 'page',
    })),
    optional: 'read_insights',
    required: 'pages_manage_posts',
    hasRefreshToken: true,
    hasExpiry: true,
  },
  {
    value: 'tiktok',
    login: 'bergmannbakery',
    accounts: [
      {
        id: 'afd97af1-b87b-48b9-ac98-410a00000011',
        userIds: ['afd97af1-b87b-48b9-ac98-410a00000011'],
        username: 'bergmannbakery',
        type: null,
      },
    ],
    optional: 'video.list',
    required: 'video.publish',
    hasRefreshToken: true,
    hasExpiry: true,
  },
  {
    value: 'youtube',
    login: 'bergmannbakery',
    accounts: [
      {
        id: 'UCsandbox000000000000011',
        userIds: ['UCsandbox000000000000011'],
        username: 'bergmannbakery',
        type: null,
      },
    ],
    optional: 'https://www.googleapis.com/auth/yt-analytics.readonly',
    required: 'https://www.googleapis.com/auth/youtube.upload',
    hasRefreshToken: true,
    hasExpiry: true,
  },
  {
    value: 'linkedin',
    login: 'annabergmann',
    // A video of the tests has several parts.
    settings: { linkedin_part_bytes: 100 },
    accounts: [
      ['urn:li:organization:2414001', 'bergmannbakery', 'page'],
      ['urn:li:organization:2414002', 'bergmanncatering', 'page'],
      ['urn:li:person:annaSandbox1', 'annabergmann', 'person'],
    ].map(([id, username, type]) => ({
      id: id!,
      userIds: ['urn:li:person:annaSandbox1'],
      username: username!,
      type: type!,
    })),
    isAllOrNothing: true,
    optional: '',
    required: 'w_organization_social',
    hasRefreshToken: false,
    hasExpiry: true,
  },
  {
    value: 'mastodon',
    login: 'anna',
    server: 'mastodon',
    // The tests send more files in a moment than a server allows in half an hour.
    settings: { mastodon_rate_limits: false },
    accounts: [
      {
        id: 'mastodon.localhost/109310000000000001',
        userIds: ['http://mastodon.localhost/users/anna'],
        username: 'anna@mastodon.localhost',
        type: null,
      },
    ],
    isAllOrNothing: true,
    optional: 'read:statuses',
    required: 'write:statuses',
    hasRefreshToken: false,
    hasExpiry: false,
  },
  {
    value: 'bluesky',
    login: 'anna.test',
    handle: 'anna.test',
    accounts: [
      {
        id: 'did:plc:annabergmannsandbox22222',
        userIds: ['did:plc:annabergmannsandbox22222'],
        username: 'anna.test',
        type: null,
      },
    ],
    isAllOrNothing: true,
    optional: 'repo:app.bsky.feed.threadgate',
    required: 'repo:app.bsky.feed.post',
    hasRefreshToken: true,
    hasExpiry: true,
  },
  {
    value: 'wordpress',
    login: 'anna',
    server: 'blog',
    accounts: [
      {
        id: 'blog.localhost/711001',
        userIds: ['blog.localhost/711001'],
        username: 'anna@blog.localhost',
        type: null,
      },
    ],
    isAllOrNothing: true,
    isCodeLasting: true,
    optional: '',
    required: 'publish_posts',
    hasRefreshToken: false,
    hasExpiry: false,
  },
]
