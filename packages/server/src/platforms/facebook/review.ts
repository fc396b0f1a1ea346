import { metaReview } from '../meta/meta-review.ts'

const where = 'Facebook Login → Settings'

/** facebook.md §1.1, threads.md §9. */
export const facebookReview = metaReview({
  settings: [
    { where, field: 'Valid OAuth redirect URIs', value: 'redirect_uri' },
    { where, field: 'Deauthorize callback URL', value: 'deauthorize_callback' },
    { where, field: 'Data deletion request URL', value: 'deletion_callback' },
    { where: 'Webhooks → Page', field: 'Callback URL', value: 'webhooks' },
  ],
  before: [
    'Give the Facebook account that you record with a role in the app (App roles → Roles), and a role on a Page that may create content.',
  ],
  login: 'A Facebook account with a role on a test Page that may create content.',
  reasons: {
    pages_show_list: {
      feature:
        'After the login a person sees the Pages that they manage and selects the ones to connect.',
      seenAt: 'the page “Which Pages do you want to connect?” of the connect link',
      without: 'A person cannot select a Page, so nothing can be connected.',
    },
    pages_manage_posts: {
      feature:
        'A person writes a post with text, a link, images or a video for their own Page, previews it, publishes it now or at a time they choose, and can delete it.',
      seenAt: 'Dashboard → New post, and Dashboard → Posts → the post → Delete on Facebook…',
      without: 'Nothing can be published, which is what the product is for.',
    },
    pages_read_engagement: {
      feature:
        'We show the name and picture of the Page and list its posts, so that comments and metrics have their post. Publishing and reading comments require it.',
      seenAt: 'Dashboard → Accounts, and Dashboard → Posts',
      without:
        'Posts of the Page cannot be read back, so their state, comments and metrics are unknown.',
    },
    pages_read_user_content: {
      feature:
        'A person reads the comments of visitors on the posts of their own Page in one inbox.',
      seenAt: 'Dashboard → Inbox',
      without: 'The inbox stays empty for Facebook, and questions of visitors are missed.',
    },
    pages_manage_engagement: {
      feature:
        'A person answers a comment as the Page, and hides an abusive one or shows it again.',
      seenAt: 'Dashboard → Inbox, with the reply field and Hide',
      without: 'Comments can be read, but neither answered nor moderated.',
    },
    read_insights: {
      feature: 'A person sees daily metrics of their Page and the metrics of each post.',
      seenAt: 'Dashboard → Insights, and the page of a post',
      without: 'No metrics can be shown, so a person cannot tell which posts reach their audience.',
    },
    pages_manage_metadata: {
      feature:
        'When a Page is connected, we subscribe it to the webhook field `feed`, so that a new comment appears in the inbox within seconds.',
      seenAt: 'Dashboard → Inbox: write a comment on Facebook and watch it appear without a reload',
      without:
        'The webhook subscription of a Page cannot be made. Comments then arrive minutes later, by polling, which makes many more calls.',
    },
    business_management: {
      feature:
        'A person selects Pages that belong to a business portfolio. Facebook lists those only with this permission. We read the list of Pages and nothing else of the portfolio.',
      seenAt: 'the page “Which Pages do you want to connect?” of the connect link',
      without: 'Pages that a company or an agency owns through a portfolio cannot be connected.',
    },
  },
})
