import type { PlatformReview } from '../contract/review.ts'

const details = 'Manage apps → the app → App details'

/** tiktok.md §1.6, §5.1, §9. */
export const tiktokReview: PlatformReview = {
  name: 'App Review and the audit of the Content Posting API of TikTok',
  where: 'TikTok for Developers → Manage apps → the app → Submit for review',
  settings: [
    { where: details, field: 'App name', value: 'brand_name' },
    { where: details, field: 'Web/Desktop URL', value: 'website' },
    { where: details, field: 'Terms of Service URL', value: 'terms' },
    { where: details, field: 'Privacy Policy URL', value: 'privacy_policy' },
    { where: 'Login Kit → Web', field: 'Redirect URI', value: 'redirect_uri' },
    { where: 'Webhooks', field: 'Callback URL', value: 'webhooks' },
    { where: 'URL properties', field: 'URL prefix', value: 'url_prefix' },
  ],
  before: [
    'Choose a name and an icon that mention no social network. The name must be that of your website.',
    'Have a complete public website at the URL of the app, with links to the privacy policy and the terms that are visible without opening a menu. A login page or a landing page is refused, so `PUBLIC_URL` alone is not enough.',
    'Describe a product for customers. TikTok refuses apps for private or personal use, and apps that are being developed or tested.',
    'Add the products Login Kit and Content Posting API, with Direct Post enabled, and the scopes of `2-permissions.md`, and no other one.',
    'Submit the app. While it is reviewed nothing can be changed.',
    'After the approval, verify the URL property again for production and request the audit of the Content Posting API, with the same texts and recording. Until it is passed, five people in 24 hours can publish, only to private accounts and only visible to themselves.',
  ],
  login:
    'A TikTok account. Before App Review it has to be a target user of TikTok’s sandbox; before the audit it has to be private.',
  reasons: {
    'user.info.basic': {
      feature:
        'A person connects their own TikTok account. We show its display name and picture, so that they see which account they post to.',
      seenAt: 'Dashboard → Accounts, and Dashboard → New post',
      without: 'The account cannot be identified, so nothing can be connected.',
    },
    'video.publish': {
      feature:
        'A person selects a video or photos, writes a caption, chooses who can view the post, allows comments, Duet and Stitch or not, declares commercial content, and publishes it directly, now or at a time they choose.',
      seenAt: 'Dashboard → New post',
      without: 'Nothing can be published, which is what the product is for.',
    },
    'user.info.profile': {
      feature: 'We show the @name of the account and link to its profile and its posts.',
      seenAt: 'Dashboard → Accounts, and the link of a published post',
      without:
        'The address of a post is made from the @name. Without it a person cannot open their post from the dashboard.',
    },
    'user.info.stats': {
      feature:
        'A person sees the number of followers, likes and videos of their account over time.',
      seenAt: 'Dashboard → Insights',
      without: 'No metrics of the account can be shown.',
    },
    'video.list': {
      feature: 'A person sees views, likes, comments and shares of each of their public videos.',
      seenAt: 'Dashboard → Insights → posts, and the page of a post',
      without: 'No metrics of a video can be shown, so a person cannot tell which ones work.',
    },
  },
  recording: [
    'The whole way in one piece: your website, the connect link, TikTok’s consent page with every scope, publishing, the post in TikTok.',
    'The address bar shows the domain of the URL that you entered for the app.',
    'Every scope that is requested is seen in use.',
  ],
  publishing:
    'Show that the name of the account is visible, that “Who can view this post” has no preselected value, and that “Your brand” and “Paid partnership” can be declared. Show that “Allow comments”, “Allow Duet” and “Allow Stitch” are off, and switch them on. Show the sentence about TikTok’s Music Usage Confirmation. A paid partnership cannot be visible only to you. Say that nothing is added to the video.',
  // tiktok.md §9.
  gaps: [
    'The dashboard names TikTok’s Music Usage Confirmation and Branded Content Policy without a link to them.',
    'The dashboard offers to allow comments, Duet and Stitch also where the account has turned them off. They stay off then.',
  ],
}
