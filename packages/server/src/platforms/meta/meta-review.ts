import type { PermissionReason, PlatformReview, ReviewSetting } from '../contract/review.ts'

const basic = 'App settings → Basic'

type Own = {
  /** Settings of the network's use case or product. */
  settings: readonly ReviewSetting[]
  before: readonly string[]
  login: string
  reasons: Readonly<Record<string, PermissionReason>>
}

/** App Review is one process for the three networks (threads.md §9). */
export function metaReview({ settings, before, login, reasons }: Own): PlatformReview {
  return {
    name: 'App Review of Meta',
    where: 'App Dashboard → App Review → Permissions and features',
    settings: [
      { where: basic, field: 'Display name', value: 'brand_name' },
      { where: basic, field: 'App domains', value: 'domain' },
      { where: basic, field: 'Contact email', value: 'support_email' },
      { where: basic, field: 'Privacy policy URL', value: 'privacy_policy' },
      { where: basic, field: 'Terms of service URL', value: 'terms' },
      { where: basic, field: 'Data deletion instructions URL', value: 'deletion_page' },
      ...settings,
    ],
    before: [
      'Finish the business verification in Meta Business Suite, and connect the business to the app.',
      'Fill in App settings → Basic, with an icon of 1024 × 1024 pixels and a category.',
      ...before,
      'Use each permission at least once in the 30 days before you submit: go through the steps of `4-screencast.md` with the account of a tester. Meta counts a call up to two days later; until then a permission cannot be requested.',
      'Request each permission of `2-permissions.md` for Advanced Access, and no other one.',
      'Answer the questions about data handling. They are about your company, your hosting provider and the authorities of your country; this kit cannot know the answers.',
    ],
    login: `${login} Reviewers can also use test accounts of their own. Do not hand over the password of a personal account.`,
    reasons,
    recording: [
      'At least 1080 pixels high, without cuts inside a step, with an English interface; captions help, sound is not needed.',
      'A person grants every permission on the consent page: open the list of permissions there and keep them all on.',
      'Upload it for each permission. A permission whose use is not seen is refused.',
    ],
  }
}
