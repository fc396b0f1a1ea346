import { metaReview } from '../meta/meta-review.ts'

const where = 'Instagram → API setup with Instagram login → Business login settings'

/** instagram.md §1.1, threads.md §9. */
export const instagramReview = metaReview({
  settings: [
    { where, field: 'OAuth redirect URIs', value: 'redirect_uri' },
    { where, field: 'Deauthorize callback URL', value: 'deauthorize_callback' },
    { where, field: 'Data deletion request URL', value: 'deletion_callback' },
    {
      where: 'Instagram → API setup with Instagram login → Configure webhooks',
      field: 'Callback URL',
      value: 'webhooks',
    },
  ],
  before: [
    'Add the Instagram account that you record with as a tester (App roles → Roles → Instagram testers), and accept in the settings of Instagram.',
  ],
  login:
    'A professional Instagram account (business or creator) with a public profile. A Facebook Page is not needed.',
  reasons: {
    instagram_business_basic: {
      feature:
        'A person connects their own professional account. We show its name and picture, and list its posts so that comments and metrics have their post.',
      seenAt: 'Dashboard → Accounts, and Dashboard → Posts',
      without:
        'The account cannot be identified, so nothing can be connected. Every other call requires this permission.',
    },
    instagram_business_content_publish: {
      feature:
        'A person prepares an image, a carousel, a reel or a story with a caption, previews it, and publishes it now or at a time they choose.',
      seenAt: 'Dashboard → New post',
      without: 'Nothing can be published, which is what the product is for.',
    },
    instagram_business_manage_comments: {
      feature:
        'A person reads the comments on their own posts in one inbox, answers them as the account, and hides abusive ones.',
      seenAt: 'Dashboard → Inbox, with the reply field and Hide',
      without: 'Comments can be neither read nor answered nor moderated.',
    },
    instagram_business_manage_insights: {
      feature:
        'A person sees daily reach, views and interactions of their account, and the metrics of each post.',
      seenAt: 'Dashboard → Insights, and the page of a post',
      without: 'No metrics can be shown, so a person cannot tell which posts reach their audience.',
    },
  },
})
