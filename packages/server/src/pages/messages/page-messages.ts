import type { Capability } from '../../platforms/contract/platform.ts'

/** A sentence with the name of the brand, and one without, for when no brand is set. */
type Branded = { named: string; plain: string }
/** For a page with one platform, which it names, and for one with several. */
type PerPlatforms = { one: string; several: string }
type Titled = { title: string; text: string }
type TitledBranded = { title: string; text: Branded }

/** All texts of the hosted pages. `{placeholders}` are filled in. Every language has all texts. */
export type PageMessages = {
  open: {
    title: Branded
    lead: PerPlatforms
    platforms: string
    button: string
    noPlatforms: Branded
  }
  reconnect: { title: string; lead: Branded }
  /** The lasting page that an agency sends by email. */
  invitation: {
    title: Branded
    lead: Branded
    connected: string
    /** Access to accounts that were connected with this invitation has expired. */
    expired: { title: Branded; lead: string }
    another: string
    expiry: string
  }
  next: {
    heading: string
    login: PerPlatforms
    permissions: Branded
    /** For a platform whose accounts are Pages. */
    pages: string
    back: Branded
    /** In place of `back` where an account is reconnected. */
    backAgain: Branded
  }
  trust: PerPlatforms
  expiry: string
  links: { privacy: string; support: string }
  closed: {
    used: TitledBranded
    revoked: TitledBranded
    expired: TitledBranded
    unknown: Titled
    invitation_revoked: TitledBranded
    invitation_expired: TitledBranded
    /** The link came from an invitation that the client can open again. */
    invited: Branded
    contact: Branded
    back: Branded
  }
  /** The last page, when the owner has no application to return to. */
  ending: {
    connected: { title: Branded; text: string }
    /** In place of the title of `connected` after reconnecting. */
    connectedAgain: Branded
    access_denied: TitledBranded
    /** `pages`: of a network whose accounts are Pages, which are chosen at the login. */
    permission_missing: TitledBranded & { pages: Branded }
    account_in_other_profile: TitledBranded
    plan_account_limit: TitledBranded
    unknown: Titled
    again: string
  }
  /** What each permission allows, inside `next.permissions` and `missing.list`. */
  abilities: Record<Capability, string>
  /** Some permissions were not granted. */
  missing: {
    list: string
    /** The account is connected all the same. */
    rest: string
    /** How to allow this: with the button `login`, or with a new link. */
    again: string
    link: Branded
    login: string
  }
  /** The question for the client's handle or server. */
  server: {
    handle: { title: string; label: string; help: string }
    host: { title: string; label: string; help: string }
    submit: string
    back: string
  }
  choice: {
    title: { pages: string; accounts: string }
    lead: Branded
    connected: string
    inOtherProfile: string
    permissionMissing: string
    noneAvailable: Branded
    submit: string
    cancel: string
    /** The login has more accounts than the page shows. */
    truncated: string
    expiry: string
  }
  notices: {
    platform_unavailable: Titled
    wrong_account: Titled
    no_accounts: Titled
    no_pages: Titled
    login_invalid: Titled
    login_replayed: Titled
    other_browser: Titled
    nothing_chosen: Titled
    server_unknown: Titled
    account_unknown: Titled
    server_refused: Titled
  }
  /** Added to a notice: whether the client can start again on the same page. */
  again: { here: string; withLink: string }
  /** The document title of a page with a notice. */
  problem: string
  deletion: { title: string; text: string; code: string }
  errors: {
    notFound: Titled
    failed: Titled
    otherSite: Titled
    tooLarge: Titled
    tooMany: Titled
    reference: string
    home: string
  }
}
