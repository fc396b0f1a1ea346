import { metaReview } from '../meta/meta-review.ts'

const where = 'Use cases → Access the Threads API → Settings'

/** threads.md §1.3, §9. */
export const threadsReview = metaReview({
  settings: [
    { where, field: 'Redirect callback URLs', value: 'redirect_uri' },
    { where, field: 'Uninstall callback URL', value: 'deauthorize_callback' },
    { where, field: 'Delete callback URL', value: 'deletion_callback' },
    {
      where: 'Use cases → Access the Threads API → Webhooks',
      field: 'Callback URL',
      value: 'webhooks',
    },
  ],
  before: [
    'Add the Threads account that you record with as a tester (App roles → Roles → Threads testers), and accept in Threads: Settings → Website permissions.',
  ],
  login: 'A Threads account with a public profile.',
  reasons: {
    threads_basic: {
      feature:
        'A person connects their own Threads account. We show its name and picture, and list the posts of the account so that comments and metrics have their post.',
      seenAt: 'Dashboard → Accounts, and Dashboard → Posts',
      without:
        'The account cannot be identified, so nothing can be connected. Every other call requires this permission.',
    },
    threads_content_publish: {
      feature:
        'A person writes a post with text, images or videos, previews it, and publishes it now or at a time they choose. They can answer a reply to their post.',
      seenAt: 'Dashboard → New post, and the reply field in Dashboard → Inbox',
      without: 'No post and no reply can be published, which is what the product is for.',
    },
    threads_read_replies: {
      feature:
        'A person reads the replies to their own posts in one inbox, next to the post that they belong to, to answer questions of their audience.',
      seenAt: 'Dashboard → Inbox',
      without: 'The inbox stays empty for Threads, and replies are missed.',
    },
    threads_manage_replies: {
      feature:
        'A person hides an abusive reply to their own post, or shows it again. While writing a post they choose who may reply to it.',
      seenAt: 'Dashboard → Inbox → Hide, and the option for replies in Dashboard → New post',
      without: 'Replies cannot be moderated, and the audience of replies cannot be limited.',
    },
    threads_manage_insights: {
      feature:
        'A person sees daily views, likes, replies, reposts, quotes and followers of their account, and the metrics of each post.',
      seenAt: 'Dashboard → Insights, and the page of a post',
      without: 'No metrics can be shown, so a person cannot tell which posts reach their audience.',
    },
    threads_delete: {
      feature: 'A person deletes a post of their own account after confirming it in a dialog.',
      seenAt: 'Dashboard → Posts → the post → Delete on Threads…',
      without: 'A post published by mistake cannot be taken back from where it was published.',
    },
  },
})
