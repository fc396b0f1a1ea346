import { choicePage } from '../src/pages/choice-page.ts'
import { endingPage } from '../src/pages/ending-page.ts'
import { errorCard } from '../src/pages/error.ts'
import { invitationPage } from '../src/pages/invitation.ts'
import { landing } from '../src/pages/landing.ts'
import type { Language } from '../src/pages/language.ts'
import { closedPage, linkPage } from '../src/pages/link-page.ts'
import type { Page } from '../src/pages/page.ts'
import { serverPage } from '../src/pages/server-page.ts'
import type {
  Brand,
  ChoiceAccount,
  ChoiceView,
  ClosedView,
  EndingView,
  InvitationView,
  LinkView,
  Notice,
  ServerView,
} from '../src/resources/connect/views.ts'

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

const connectedAccounts: InvitationView['connected'] = [
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
    flowId: 'flow_1',
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
    brand: brandOf(),
    language: null,
    ...input,
  }
}

export function pageContext(language: Language = 'en', notice: Notice | null = null) {
  return { language, now, notice }
}

const ending = { brand: brandOf(), language: null } satisfies Partial<EndingView>

/** Every state of the hosted pages. */
export const pageStates: Record<string, (language: Language) => Page> = {
  open: (language) => linkPage(linkView(), pageContext(language)),
  'open-notice': (language) => linkPage(linkView(), pageContext(language, 'login_replayed')),
  'open-no-brand': (language) =>
    linkPage(linkView({ brand: noBrand, platforms: platforms.slice(0, 1) }), pageContext(language)),
  'open-yellow': (language) =>
    linkPage(linkView({ brand: brandOf({ color: '#ffd400' }) }), pageContext(language)),
  'open-nothing': (language) => linkPage(linkView({ platforms: [] }), pageContext(language)),
  reconnect: (language) =>
    linkPage(
      linkView({
        account: { platform: 'instagram', username: 'bergmann.bakery' },
        platforms: platforms.slice(1, 2),
      }),
      pageContext(language, 'wrong_account'),
    ),
  server: (language) => serverPage(serverView(), pageContext(language)),
  'server-notice': (language) =>
    serverPage(
      serverView({ entered: '@anna@a.very.long.name.of.a.server.that.does.not.exist.example' }),
      pageContext(language, 'server_unknown'),
    ),
  'server-handle': (language) =>
    serverPage(
      serverView({
        platform: { value: 'threads', name: 'Threads' },
        question: { asks: 'handle', example: 'you.example.com' },
        brand: noBrand,
      }),
      pageContext(language, 'account_unknown'),
    ),
  choice: (language) => choicePage(choiceView(), pageContext(language)),
  'choice-notice': (language) => choicePage(choiceView(), pageContext(language, 'nothing_chosen')),
  'choice-none': (language) =>
    choicePage(choiceView({ accounts: choiceView().accounts.slice(2) }), pageContext(language)),
  'choice-empty': (language) =>
    choicePage(choiceView({ accounts: [] }), pageContext(language, 'no_accounts')),
  'closed-used': (language) => closedPage(closedView({ state: 'used' }), pageContext(language)),
  'closed-revoked': (language) =>
    closedPage(closedView({ state: 'revoked' }), pageContext(language)),
  'closed-expired': (language) =>
    closedPage(closedView({ backUrl: 'https://app.example.com/' }), pageContext(language)),
  'closed-invited': (language) =>
    closedPage(closedView({ isInvited: true }), pageContext(language)),
  'closed-invitation-revoked': (language) =>
    closedPage(closedView({ state: 'invitation_revoked' }), pageContext(language)),
  'closed-invitation-expired': (language) =>
    closedPage(closedView({ state: 'invitation_expired' }), pageContext(language)),
  invitation: (language) => invitationPage(invitationView(), language, now),
  'invitation-plain': (language) =>
    invitationPage(invitationView({ brand: noBrand }), language, now),
  'invitation-connected': (language) =>
    invitationPage(invitationView({ connected: connectedAccounts }), language, now),
  'invitation-expired': (language) =>
    invitationPage(
      invitationView({
        expired: connectedAccounts.slice(1),
        connected: connectedAccounts.slice(0, 1),
      }),
      language,
      now,
    ),
  'invitation-reconnect': (language) =>
    invitationPage(
      invitationView({ account: { platform: 'instagram', username: 'bergmann.bakery' } }),
      language,
      now,
    ),
  'invitation-done': (language) =>
    invitationPage(
      invitationView({
        account: { platform: 'instagram', username: 'bergmann.bakery' },
        connected: connectedAccounts.slice(1),
      }),
      language,
      now,
    ),
  'closed-unknown': (language) =>
    closedPage(closedView({ state: 'unknown', brand: noBrand }), pageContext(language)),
  'closed-other-browser': (language) =>
    closedPage(
      closedView({ state: 'unknown', brand: noBrand }),
      pageContext(language, 'other_browser'),
    ),
  'ending-connected': (language) =>
    endingPage(
      {
        ...ending,
        result: 'connected',
        isAgain: false,
        accounts: connectedAccounts,
        another: { flowId: 'flow_1', invitation: { id: 'inv_1', profile_id: 'prof_1' } },
      },
      language,
    ),
  'ending-denied': (language) =>
    endingPage({ ...ending, result: 'access_denied', token: 'token' }, language),
  'ending-permission': (language) =>
    endingPage({ ...ending, result: 'permission_missing', token: 'token' }, language),
  'ending-elsewhere': (language) =>
    endingPage({ ...ending, result: 'account_in_other_profile', token: 'token' }, language),
  'ending-limit': (language) =>
    endingPage({ ...ending, result: 'plan_account_limit', token: 'token' }, language),
  'ending-expired': (language) =>
    endingPage({ ...ending, result: 'expired', isInvited: true }, language),
  'ending-unknown': (language) =>
    endingPage({ result: 'unknown', brand: noBrand, language: null }, language),
  'error-not-found': (language) =>
    errorCard(language, 'notFound', 'req_01k4wz7tq8e1n9mdh2y6c3vbfa'),
  'error-failed': (language) => errorCard(language, 'failed', 'req_01k4wz7tq8e1n9mdh2y6c3vbfa'),
  'error-other-site': (language) => errorCard(language, 'otherSite', null),
  'error-too-large': (language) => errorCard(language, 'tooLarge', null),
  'error-too-many': (language) => errorCard(language, 'tooMany', null),
  landing: () =>
    landing({ publicUrl: 'http://localhost:4000', sandboxUrl: 'http://127.0.0.1:4100' }, '0.1.0'),
}
