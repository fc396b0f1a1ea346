import type { PlatformReview } from '../contract/review.ts'
import { manageScope, readScope, reportScope, uploadScope } from './permissions.ts'

const branding = 'Google Auth Platform → Branding'

/** youtube.md §1.3, §10. */
export const youtubeReview: PlatformReview = {
  name: 'Verification of sensitive scopes by Google',
  where: 'Google Cloud console → Google Auth Platform → Verification Center',
  settings: [
    { where: branding, field: 'App name', value: 'brand_name' },
    { where: branding, field: 'User support email', value: 'support_email' },
    { where: branding, field: 'Application home page', value: 'website' },
    { where: branding, field: 'Application privacy policy link', value: 'privacy_policy' },
    { where: branding, field: 'Application terms of service link', value: 'terms' },
    { where: branding, field: 'Authorized domains', value: 'domain' },
    {
      where: 'Google Auth Platform → Clients → the web application',
      field: 'Authorized redirect URIs',
      value: 'redirect_uri',
    },
  ],
  before: [
    'Choose an app name without “YouTube”, the name that your clients know.',
    'Prove in Google Search Console that the authorized domain is yours, with the Google account of the project.',
    'Have a home page on that domain that says what the product does and links to the privacy policy. It must be readable without a login.',
    'Name the YouTube API Services in the privacy policy, and link to YouTube’s terms of service, Google’s privacy policy and https://myaccount.google.com/permissions. The page `/privacy` of this installation does so if YouTube is configured.',
    'Set the audience to External and publish the app: in testing, every connection ends after seven days.',
    'Enter the scopes of `2-permissions.md` under Data access, and no other one.',
    'More than the standard quota is another form, the audit of the YouTube API Services. It is needed only for more than about 90 videos a day.',
  ],
  login:
    'A Google account with a YouTube channel. Until the verification Google shows a warning first: Advanced → Go to the app.',
  reasons: {
    [uploadScope]: {
      feature:
        'A person uploads a video with title, description, tags and thumbnail to their own channel, now or at a time they choose.',
      seenAt: 'Dashboard → New post',
      without:
        'Nothing can be published. It is the smallest scope that can upload a video; the product uploads nothing else.',
    },
    [manageScope]: {
      feature:
        'A video is uploaded as private and made public at the time the person chose, and the person can delete it. They read the comments on their own videos in one inbox, answer them and hide abusive ones.',
      seenAt:
        'Dashboard → Posts → the post, with Delete on YouTube…, and Dashboard → Inbox, with the reply field and Hide',
      without:
        'A video could not become public at the chosen time, and comments could be neither read nor answered. youtube.upload and youtube.readonly cannot change a video or touch comments; the scope youtube cannot touch comments.',
    },
    [readScope]: {
      feature:
        'We show the name and picture of the channel, and read the person’s own videos with their number of views, likes and comments.',
      seenAt: 'Dashboard → Accounts, and Dashboard → Insights',
      without: 'Metrics of the channel and of its videos cannot be shown. It can only read.',
    },
    [reportScope]: {
      feature:
        'A person sees daily views, watch time, likes and subscribers of their own channel and videos.',
      seenAt: 'Dashboard → Insights, and the page of a post',
      without:
        'Daily values are only in the YouTube Analytics API. It is the smallest scope of it; revenue is in another one, which is not requested.',
    },
  },
  recording: [
    'The consent page in English (end its address with `&hl=en` if it is not), with the app’s name and every scope. Open the details of each scope.',
    'The address bar of the consent page, in which the client ID of the project can be read.',
    'Every scope that is requested is seen in use, with the result on youtube.com.',
    'Upload it to YouTube as unlisted and enter its address in the form.',
  ],
  publishing:
    'The options of the post ask for title, audience (made for kids or not) and visibility. Afterwards YouTube Studio has the video, private while it is processed, then with the visibility that was chosen.',
}
