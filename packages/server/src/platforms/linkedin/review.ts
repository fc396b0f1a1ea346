import type { PlatformReview } from '../contract/review.ts'

const settings = 'LinkedIn Developer Portal → My apps → the app → Settings'
const auth = 'LinkedIn Developer Portal → My apps → the app → Auth'
const choice = 'The page of the connect link on which a person chooses accounts'

/** Of the Community Management API; an app of Share on LinkedIn has no review (linkedin.md §0). */
export const linkedinReview: PlatformReview = {
  name: 'Access to the Community Management API of LinkedIn',
  where: 'LinkedIn Developer Portal → My apps → the app → Products',
  settings: [
    { where: settings, field: 'App name', value: 'brand_name' },
    { where: settings, field: 'Privacy policy URL', value: 'privacy_policy' },
    {
      where: auth,
      field: 'Authorized redirect URLs for your app',
      value: 'redirect_uri',
    },
  ],
  before: [
    'Make a new app with no other product: LinkedIn refuses the Community Management API beside Sign In or Share on LinkedIn, also while they are only requested. An app that was refused cannot apply again.',
    'Connect the app to the page of your company, and let a super admin of that page verify it.',
    'Apply with a registered legal entity and a business email address. A first access, the development tier, allows 500 calls a day and 100 per person, and has to end within 12 months.',
    'Apply for the standard tier with the recording. LinkedIn is introducing a Technical Sign Off: a live demonstration of everything the app does.',
  ],
  login:
    'A LinkedIn account with a role on a LinkedIn page that may publish: super admin or content admin.',
  reasons: {
    w_organization_social: {
      feature:
        'A person publishes a text, link, images or a video on a page that they administer, now or at a time they choose, and can delete that post again.',
      seenAt: 'Dashboard → New post, and Dashboard → Posts → the post',
      without: 'Nothing can be published on pages.',
    },
    r_organization_social: {
      feature:
        'After a lost response, the latest posts of the page are read, so that no post is published twice. It also tells whether an uploaded image is ready, and whether a post still exists before it is deleted.',
      seenAt: 'Dashboard → Posts → the post, with its state',
      without: 'A post whose response was lost could be published a second time.',
    },
    rw_organization_admin: {
      feature:
        'After the login, the pages that the person administers are listed, and they choose which ones to connect.',
      seenAt: choice,
      without: 'The service would not know on which pages the person may publish.',
    },
    r_basicprofile: {
      feature:
        'The name and picture of the person are shown, so that they see which account is used.',
      seenAt: `${choice}, and Dashboard → Accounts`,
      without: 'Accounts of people would have neither a name nor a picture.',
    },
    w_member_social: {
      feature:
        'A person publishes on their own profile, now or at a time they choose, and can delete that post again.',
      seenAt: 'Dashboard → New post, and Dashboard → Posts → the post',
      without: 'Nothing can be published on the profile of the person.',
    },
  },
  recording: [
    'The consent page with the app’s name and every permission.',
    'The choice of the pages, and a post on a page and on a profile with the result on linkedin.com.',
    'A person writes and approves what is published: LinkedIn’s terms restrict automatic posting.',
  ],
  publishing: 'Choose the page and the person; each gets the post.',
}
