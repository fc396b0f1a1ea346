import type { Config } from '../core/config.ts'
import { limits } from '../core/limits.ts'

export type LimitRule = {
  /** 0 disables the limit. */
  max(config: Config): number
  windowMs: number
  /**
   * How many uses a process reserves per statement in the database: 1 is exact, more saves statements. With
   * `null` each process counts in memory, so that a flood causes no statements.
   */
  batchSize: number | null
  message: string
}

const { approval, connect, linkPreview, media, postingPlan, rate, search, signIn, webhook } = limits
const minuteMs = 60_000

const signInRule = {
  windowMs: signIn.windowMs,
  batchSize: 1,
  message: 'Too many sign-in attempts. Wait as long as Retry-After says, then try again.',
}

const failureEmailRule = {
  windowMs: 24 * 60 * minuteMs,
  batchSize: 1,
  message: 'Too many emails about failing webhook endpoints in a day.',
}

const secondFactorRule = {
  windowMs: 24 * 60 * minuteMs,
  batchSize: 1,
  message:
    'Too many wrong codes in a day. Wait as long as Retry-After says, or ask an owner to turn your second factor off.',
}

/** Every rate limit. */
export const limitRules = {
  /** Requests per API key or member. */
  request: {
    max: ({ requestsPerMinute }) => requestsPerMinute,
    windowMs: minuteMs,
    batchSize: 10,
    message: 'Too many requests with this key. Wait as long as Retry-After says, then try again.',
  },
  /** Unauthenticated requests per address. */
  address: {
    max: unlessOff(rate.unauthenticatedRequestsPerMinute),
    windowMs: minuteMs,
    batchSize: null,
    message:
      'Too many requests from this IP address. Wait as long as Retry-After says, then try again.',
  },
  /** Searches per API key or member: a slow one uses a connection for up to two seconds. */
  search: {
    max: unlessOff(search.perMinute),
    windowMs: minuteMs,
    batchSize: null,
    message: `Too many searches. Search at most ${search.perMinute} times per minute.`,
  },
  /** Webhook URLs that an owner registers or tests: each check reveals something about a host. */
  url_check: {
    max: unlessOff(webhook.urlChecksPerMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: `Too many webhook URLs. Register or test at most ${webhook.urlChecksPerMinute} per minute.`,
  },
  /** The same, of the keys of one profile. */
  url_check_profile: {
    max: unlessOff(webhook.urlChecksPerProfilePerMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: `Too many webhook URLs. Keys of a profile register or test at most ${webhook.urlChecksPerProfilePerMinute} per minute.`,
  },
  /** Link previews per API key or member: each makes this server read a page that someone typed. */
  link_preview: {
    max: unlessOff(linkPreview.perMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: `Too many link previews. Read at most ${linkPreview.perMinute} per minute.`,
  },
  /** Shuffles per account: each moves up to 100 posts, with an event for each. */
  shuffle: {
    max: unlessOff(postingPlan.shufflesPerMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: `Too many shuffles. Shuffle the queue of an account at most ${postingPlan.shufflesPerMinute} times per minute.`,
  },
  /** Media URLs per API key or member: each import reveals something about a host. */
  media_url: {
    max: unlessOff(media.urlsPerMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: `Too many media URLs. Import at most ${media.urlsPerMinute} per minute.`,
  },
  /** Servers that a client enters on the connect page: each look-up reveals something about a host. */
  server_per_link: {
    max: unlessOff(connect.serversPerLinkMax),
    windowMs: 24 * 60 * minuteMs,
    batchSize: 1,
    message: 'Too many servers were tried with this link. Ask for a new link.',
  },
  server_per_address: {
    max: unlessOff(connect.serversPerAddressPerMinute),
    windowMs: minuteMs,
    batchSize: 1,
    message: 'Too many servers were tried. Wait a minute, then try again.',
  },
  link_per_invitation: {
    max: unlessOff(connect.linksPerInvitationPerHour),
    windowMs: 60 * minuteMs,
    batchSize: 1,
    message: 'This invitation was opened too often. Wait an hour, then open it again.',
  },
  approval_decision: {
    max: unlessOff(approval.decisionsPerLinkPerHour),
    windowMs: 60 * minuteMs,
    batchSize: 1,
    message: 'Too many decisions with this link. Wait an hour, then open it again.',
  },
  /** Emails about failing webhook endpoints: enabling one again and again would cause any number. */
  failure_email: { ...failureEmailRule, max: () => 1 },
  failure_email_owner: { ...failureEmailRule, max: () => 20 },
  /** Second-factor codes of a member: without it a known password gives 960 guesses a day. */
  second_factor_code: { ...secondFactorRule, max: () => 30 },
  /** Wrong codes of a day before the member is told, and how often that happens. */
  second_factor_wrong: { ...secondFactorRule, max: () => 9 },
  second_factor_email: { ...secondFactorRule, max: () => 1 },
  /** New emails of a member: each sends a link to an address that the member chose. */
  new_email: {
    max: () => 5,
    windowMs: 24 * 60 * minuteMs,
    batchSize: 1,
    message: 'Too many new emails in a day. Wait as long as Retry-After says, or ask an owner.',
  },
  sign_in_email: { ...signInRule, max: () => signIn.triesPerEmail },
  sign_in_address: { ...signInRule, max: () => signIn.triesPerAddress },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules

/** `RATE_LIMIT_PER_MINUTE=0` disables all limits except those of the sign-in. */
function unlessOff(max: number): LimitRule['max'] {
  return ({ requestsPerMinute }) => (requestsPerMinute === 0 ? 0 : max)
}
