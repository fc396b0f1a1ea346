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
