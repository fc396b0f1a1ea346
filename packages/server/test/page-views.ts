import type { Language } from '../src/pages/language.ts'
import type { ApprovalPost, ApprovalView } from '../src/resources/approvals/view.ts'
import type {
  Brand,
  ChoiceAccount,
  ChoiceView,
  ClosedView,
  InvitationView,
  LinkView,
  Notice,
  ServerView,
} from '../src/resources/connect/flow/views.ts'
import type { ReportAccount } from '../src/resources/reports/metrics.ts'
import type { ReportView } from '../src/resources/reports/view.ts'

/** Builders for the views of the hosted page; every field is optional. */

export const now = new Date('2026-11-21T09:05:00.000Z')
const expiresAt = new Date('2026-11-21T09:30:00.000Z')

export const noBrand: Brand = {
  name: null,
  logoUrl: null,
  color: null,
  privacyUrl: null,
  supportEmail: null,
}

export function brandOf(input: Partial<Brand> = {}): Brand {
  return {
    name: 'Bergmann Agency',
    logoUrl: null,
    color: '#0b6e4f',
    privacyUrl: 'https://agency.example.com/privacy',
    supportEmail: 'help@agency.example.com',
    ...input,
  }
}

export const platforms: LinkView['platforms'] = [
  { value: 'threads', name: 'Threads', asksServer: false },
  { value: 'instagram', name: 'Instagram', asksServer: false },
  { value: 'facebook', name: 'Facebook', asksServer: false },
  { value: 'tiktok', name: 'TikTok', asksServer: false },
  { value: 'mastodon', name: 'Mastodon', asksServer: true },
]

export function linkView(input: Partial<LinkView> = {}): LinkView {
  return {
    state: 'open',
    token: 'token',
    platforms,
    account: null,
    expiresAt,
    isInvited: false,
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function closedView(input: Partial<ClosedView> = {}): ClosedView {
  return {
    state: 'expired',
    backUrl: null,
    isInvited: false,
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export const connectedAccounts: InvitationView['connected'] = [
  {
    platform: 'facebook',
    platformName: 'Facebook',
    name: 'Old Town Market and all of the little shops around it',
  },
  { platform: 'instagram', platformName: 'Instagram', name: '@bergmann.bakery' },
]

export function invitationView(input: Partial<InvitationView> = {}): InvitationView {
  return {
    state: 'invitation',
    token: 'token',
    platforms,
    account: null,
    connected: [],
    expired: [],
    missing: [],
    expiresAt: new Date('2026-11-25T09:00:00.000Z'),
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function approvalPost(input: Partial<ApprovalPost> = {}): ApprovalPost {
  return {
    id: 'post_1',
    state: 'awaiting',
    version: 'v1',
    isLate: false,
    isDraft: false,
    isPublishedLate: false,
    scheduledAt: new Date('2026-11-20T09:00:00.000Z'),
    comment: null,
    cards: [
      {
        accounts: connectedAccounts,
        isCaption: false,
        parts: [
          {
            text: 'Fresh bread, every morning from seven.\n\nAlso on Sunday.',
            media: [
              { id: 'med_1', type: 'image', altText: 'Three loaves' },
              { id: 'med_2', type: 'video', altText: '' },
            ],
          },
          { text: 'And rolls.', media: [] },
        ],
        firstComment: 'Where? Old Town Market.',
      },
    ],
    ...input,
  }
}

export function approvalView(input: Partial<ApprovalView> = {}): ApprovalView {
  return {
    state: 'approval',
    token: 'token',
    timeZone: 'Europe/Berlin',
    posts: [approvalPost()],
    expiresAt: new Date('2026-11-25T09:00:00.000Z'),
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function reportAccount(input: Partial<ReportAccount> = {}): ReportAccount {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'))
  const series = (value: (index: number) => number | null) =>
    days.map((day, index) => ({ date: `2026-10-${day}`, value: value(index) }))
  return {
    id: 'acc_1',
    platform: 'instagram',
    name: '@bergmann.bakery',
    without: null,
    metrics: [
      {
        name: 'followers_count',
        kind: 'level',
        total: 2_967,
        change: { now: 2_967, before: 2_811, days: 31 },
        series: series((index) => 2_811 + index * 5),
      },
      {
        name: 'views',
        kind: 'sum',
        total: 41_480,
        change: { now: 38_100, before: 33_020, days: 28 },
        series: series((index) => (index > 8 && index < 11 ? null : 900 + ((index * 317) % 800))),
      },
      { name: 'likes', kind: 'sum', total: 1_204, change: null, series: series(() => 38) },
    ],
    dataThrough: '2026-10-31',
    ...input,
  }
}

export function reportView(input: Partial<ReportView> = {}): ReportView {
  return {
    state: 'report',
    token: 'token',
    timeZone: 'Europe/Berlin',
    client: 'Bergmann Bakery',
    note: 'October was your best month so far.\n\nThe sourdough series did it.',
    month: '2026-10',
    isRunning: false,
    metrics: {
      accounts: [
        reportAccount(),
        reportAccount({
          id: 'acc_2',
          platform: 'wordpress',
          name: 'bergmann.example',
          without: 'not_supported',
          metrics: [],
          dataThrough: null,
        }),
      ],
      hasMoreAccounts: false,
      totals: [
        {
          platform: null,
          name: 'followers_count',
          total: 2_967,
          accounts: 2,
          change: { now: 2_967, before: 2_811, accounts: 1, days: 31 },
        },
        {
          platform: 'instagram',
          name: 'views',
          total: 41_480,
          accounts: 1,
          change: { now: 38_100, before: 33_020, accounts: 1, days: 28 },
        },
      ],
    },
    posts: {
      published: { count: 12, isMore: false },
      publishedBefore: { count: 9, isMore: false },
      best: [
        {
          platform: 'instagram',
          accountName: '@bergmann.bakery',
          text: 'Fresh bread, every morning from seven.',
          mediaId: 'med_1',
          permalink: 'https://example.com/p/1',
          publishedAt: new Date('2026-10-12T07:00:00.000Z'),
          metrics: { views: 5_120, likes: 310, comments: 21 },
        },
      ],
    },
    comments: {
      received: { count: 48, isMore: false },
      receivedBefore: { count: 30, isMore: false },
      answered: 41,
      medianMs: 2.4 * 3_600_000,
    },
    plan: {
      month: '2026-11',
      planned: { count: 3, isMore: false },
      posts: [
        {
          scheduledAt: new Date('2026-11-24T08:00:00.000Z'),
          text: 'Stollen is back.',
          platforms: ['instagram', 'facebook'],
        },
      ],
    },
    expiresAt: new Date('2027-01-30T09:00:00.000Z'),
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function choiceAccount(input: Partial<ChoiceAccount> = {}): ChoiceAccount {
  return {
    platformAccountId: '135000000000011',
    name: 'Bergmann Bakery',
    username: 'bergmann.bakery',
    avatarUrl: null,
    status: 'available',
    isConnected: false,
    ...input,
  }
}

export function choiceView(input: Partial<ChoiceView> = {}): ChoiceView {
  return {
    state: 'choice',
    token: 'token',
    flowId: 'flow_1',
    hasApplication: true,
    platform: { ...platforms[2]!, accounts: 'pages' },
    accounts: [
      choiceAccount(),
      choiceAccount({ platformAccountId: '2', name: 'Bergmann Catering', isConnected: true }),
      choiceAccount({ platformAccountId: '3', name: 'Harbour Coffee', status: 'in_other_profile' }),
      choiceAccount({
        platformAccountId: '4',
        name: 'Old Town Market and all of the little shops around it',
        username: null,
        status: 'permission_missing',
      }),
    ],
    isTruncated: false,
    expiresAt,
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function serverView(input: Partial<ServerView> = {}): ServerView {
  return {
    state: 'server',
    token: 'token',
    platform: { value: 'mastodon', name: 'Mastodon' },
    question: { asks: 'host', example: 'mastodon.social' },
    entered: '',
    expiresAt,
    isInvited: false,
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function pageContext(language: Language = 'en', notice: Notice | null = null) {
  return { language, now, notice }
}
