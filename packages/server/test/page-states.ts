import { approvalPage } from '../src/pages/approval-page.ts'
import { choicePage } from '../src/pages/choice-page.ts'
import { endingPage } from '../src/pages/ending-page.ts'
import { errorCard } from '../src/pages/error.ts'
import { invitationPage } from '../src/pages/invitation.ts'
import { landing } from '../src/pages/landing.ts'
import type { Language } from '../src/pages/language.ts'
import { closedPage, linkPage } from '../src/pages/link-page.ts'
import type { Page } from '../src/pages/page.ts'
import { deletionGuidePage, privacyPage } from '../src/pages/privacy-page.ts'
import { reportPage } from '../src/pages/report-page.ts'
import { serverPage } from '../src/pages/server-page.ts'
import { platformDefinitions } from '../src/platforms/registry.ts'
import type { EndingView } from '../src/resources/connect/flow/views.ts'
import {
  approvalPost,
  approvalView,
  brandOf,
  choiceView,
  closedView,
  connectedAccounts,
  invitationView,
  linkView,
  noBrand,
  now,
  pageContext,
  platforms,
  reportView,
  serverView,
} from './page-views.ts'

const ending = { brand: brandOf(), language: null } satisfies Partial<EndingView>
const failed = { token: 'token', isPages: false, missing: [], accounts: [] }
const another = {
  flowId: 'flow_1',
  invitation: { id: 'inv_1', profile_id: 'prof_1' },
  isReconnect: false,
}

const none = { count: 0, isMore: false }

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
        account: { platform: 'instagram', name: '@bergmann.bakery' },
        platforms: platforms.slice(1, 2),
      }),
      { ...pageContext(language, 'wrong_account'), accounts: ['@harbour.coffee'] },
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
  'choice-truncated': (language) =>
    choicePage(choiceView({ isTruncated: true }), pageContext(language)),
  'choice-none': (language) =>
    choicePage(choiceView({ accounts: choiceView().accounts.slice(2) }), pageContext(language)),
  'choice-empty': (language) =>
    choicePage(choiceView({ accounts: [] }), pageContext(language, 'no_accounts')),
  privacy: (language) =>
    privacyPage({ brand: brandOf(), platforms: platformDefinitions }, language),
  'privacy-no-brand': (language) => privacyPage({ brand: noBrand, platforms: [] }, language),
  'deletion-guide': (language) =>
    deletionGuidePage({ brand: brandOf(), platforms: platformDefinitions }, language),
  'deletion-guide-no-brand': (language) =>
    deletionGuidePage({ brand: noBrand, platforms: [] }, language),
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
  'closed-approval-revoked': (language) =>
    closedPage(closedView({ state: 'approval_revoked' }), pageContext(language)),
  'closed-approval-expired': (language) =>
    closedPage(closedView({ state: 'approval_expired' }), pageContext(language)),
  approval: (language) => approvalPage(approvalView(), { language, now, answer: null }),
  'approval-several': (language) =>
    approvalPage(
      approvalView({
        brand: noBrand,
        posts: [
          approvalPost({ state: 'approved', comment: 'Lovely' }),
          approvalPost({ id: 'post_2', state: 'changes_requested', comment: 'Shorter, please' }),
          approvalPost({ id: 'post_3', isLate: true }),
          approvalPost({ id: 'post_4', isPublishedLate: true }),
          approvalPost({ id: 'post_5', isDraft: true, scheduledAt: null }),
          approvalPost({ id: 'post_6', state: 'over' }),
          approvalPost({ id: 'post_7', state: 'gone', cards: [] }),
          approvalPost({ id: 'post_8', state: 'large', cards: [] }),
        ],
      }),
      { language, now, answer: { postId: 'post_1', result: 'done' } },
    ),
  'approval-stale': (language) =>
    approvalPage(approvalView(), {
      language,
      now,
      answer: { postId: 'post_1', result: 'stale', comment: 'Please say when.' },
    }),
  report: (language) => reportPage(reportView(), { language, now }),
  'report-empty': (language) =>
    reportPage(
      reportView({
        brand: noBrand,
        note: null,
        isRunning: true,
        metrics: { accounts: [], hasMoreAccounts: false, totals: [] },
        posts: { published: none, publishedBefore: none, best: [] },
        comments: { received: none, receivedBefore: none, answered: 0, medianMs: null },
        plan: { month: '2026-11', planned: none, posts: [] },
      }),
      { language, now },
    ),
  'closed-report-revoked': (language) =>
    closedPage(closedView({ state: 'report_revoked' }), pageContext(language)),
  'closed-report-expired': (language) =>
    closedPage(closedView({ state: 'report_expired' }), pageContext(language)),
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
      invitationView({ account: { platform: 'instagram', name: '@bergmann.bakery' } }),
      language,
      now,
    ),
  'invitation-done': (language) =>
    invitationPage(
      invitationView({
        account: { platform: 'instagram', name: '@bergmann.bakery' },
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
        missing: [],
        another,
      },
      language,
    ),
  'ending-incomplete': (language) =>
    endingPage(
      {
        ...ending,
        result: 'connected',
        isAgain: false,
        accounts: connectedAccounts,
        missing: ['hide', 'insights'],
        another,
      },
      language,
    ),
  'ending-denied': (language) =>
    endingPage({ ...ending, ...failed, result: 'access_denied' }, language),
  'ending-permission': (language) =>
    endingPage(
      { ...ending, ...failed, result: 'permission_missing', missing: ['publish', 'reply'] },
      language,
    ),
  'ending-no-accounts': (language) =>
    endingPage({ ...ending, ...failed, result: 'no_accounts' }, language),
  'ending-elsewhere': (language) =>
    endingPage(
      {
        ...ending,
        ...failed,
        result: 'account_in_other_profile',
        accounts: connectedAccounts.slice(0, 1),
      },
      language,
    ),
  'ending-limit': (language) =>
    endingPage({ ...ending, ...failed, result: 'plan_account_limit' }, language),
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
