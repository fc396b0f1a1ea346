import type { PageMessages } from './page-messages.ts'

export const en: PageMessages = {
  open: {
    title: { named: 'Connect your account to {brand}', plain: 'Connect your account' },
    lead: { one: 'Log in with {platform}.', several: 'Choose where you want to log in.' },
    platforms: 'Platforms',
    button: 'Continue with {platform}',
    noPlatforms: {
      named: 'No platforms are available right now. Please contact {brand}.',
      plain:
        'No platforms are available right now. Please contact the person who sent you this link.',
    },
  },
  reconnect: {
    title: 'Reconnect {account}',
    lead: {
      named: 'Log in to {platform} as {account} again so that {brand} can keep working with it.',
      plain: 'Log in to {platform} as {account} again to keep the account connected.',
    },
  },
  invitation: {
    title: { named: 'Connect your accounts to {brand}', plain: 'Connect your accounts' },
    lead: {
      named:
        '{brand} would like to work with your social media accounts. It takes about a minute for each account.',
      plain:
        'The person who sent you this invitation would like to work with your social media accounts. It takes about a minute for each account. Continue only if you know this person.',
    },
    connected: 'Connected with this invitation',
    expired: {
      title: { named: 'Reconnect to {brand}', plain: 'Reconnect your accounts' },
      lead: 'Access has expired. Log in again to reconnect:',
    },
    another: 'Connect another account',
    expiry: 'You can open this invitation for another {duration}.',
  },
  next: {
    heading: 'What happens next',
    login: {
      one: 'Log in to {platform} on its own page.',
      several: 'Log in on the platform’s own page.',
    },
    permissions: {
      named: 'Review the permissions and keep all of them on. {brand} needs them to {abilities}.',
      plain: 'Review the permissions and keep all of them on. They are needed to {abilities}.',
    },
    pages: 'Choose the Pages you want to connect.',
    back: {
      named: 'That’s it: your account is connected to {brand}.',
      plain: 'That’s it: your account is connected.',
    },
    backAgain: {
      named: 'That’s it: your account is connected to {brand} again.',
      plain: 'That’s it: your account is connected again.',
    },
  },
  trust: {
    one: 'We never see your password. You can disconnect at any time in your {platform} settings.',
    several:
      'We never see your password. You can disconnect at any time in the platform’s settings.',
  },
  expiry: 'This link works once and expires in {duration}.',
  links: { privacy: 'Privacy policy', support: 'Questions? {email}' },
  closed: {
    used: {
      title: 'This link has already been used',
      text: {
        named: 'Each link works only once. If you need another one, ask {brand} for it.',
        plain: 'Each link works only once. If you need another one, ask for it.',
      },
    },
    revoked: {
      title: 'This link is no longer active',
      text: {
        named: '{brand} canceled it. Ask them for a new link.',
        plain: 'It was canceled. Please ask for a new link.',
      },
    },
    expired: {
      title: 'This link has expired',
      text: {
        named: 'For your security, links expire after 30 minutes. Ask {brand} for a new one.',
        plain: 'For your security, links expire after 30 minutes. Please ask for a new one.',
      },
    },
    unknown: {
      title: 'This link is not valid',
      text: 'Part of the link may be missing. Open the complete link again, or ask the sender for a new one.',
    },
    invitation_revoked: {
      title: 'This invitation is no longer active',
      text: {
        named: '{brand} canceled it. Ask them for a new invitation.',
        plain: 'It was canceled. Please ask for a new invitation.',
      },
    },
    invitation_expired: {
      title: 'This invitation has expired',
      text: {
        named: 'Ask {brand} for a new invitation.',
        plain: 'Please ask for a new invitation.',
      },
    },
    invited: {
      named: 'To continue, open the invitation from {brand} again.',
      plain: 'To continue, open your invitation again.',
    },
    contact: { named: 'Email {brand}', plain: 'Send an email' },
    back: { named: 'Back to {brand}', plain: 'Go back' },
  },
  ending: {
    connected: {
      title: { named: 'You’re connected to {brand}', plain: 'You’re connected' },
      text: 'You can close this page.',
    },
    connectedAgain: {
      named: 'You’re connected to {brand} again',
      plain: 'You’re connected again',
    },
    access_denied: {
      title: 'You canceled',
      text: {
        named: 'Nothing was connected to {brand}. Try again, or close this page.',
        plain: 'Nothing was connected. Try again, or close this page.',
      },
    },
    permission_missing: {
      title: 'A permission is missing',
      text: {
        named:
          '{brand} can’t connect your account this way. Try again and keep all permissions on.',
        plain: 'Your account can’t be connected this way. Try again and keep all permissions on.',
      },
      pages: {
        named:
          '{brand} can’t connect your account this way. Try again, keep all permissions on and select at least one Page.',
        plain:
          'Your account can’t be connected this way. Try again, keep all permissions on and select at least one Page.',
      },
    },
    account_in_other_profile: {
      title: 'This account is already connected elsewhere',
      text: {
        named: 'Ask {brand} to disconnect it there first, or try again with a different account.',
        plain:
          'Ask the sender of the link to disconnect it there first, or try again with a different account.',
      },
    },
    plan_account_limit: {
      title: 'Account limit reached',
      text: {
        named: '{brand} cannot connect more accounts right now. Contact them, then try again.',
        plain:
          'No more accounts can be connected right now. Contact the sender of the link, then try again.',
      },
    },
    unknown: {
      title: 'You can close this page',
      text: 'If something went wrong, open the link you received again.',
    },
    again: 'Try again',
  },
  abilities: {
    publish: 'publish posts',
    comments: 'read comments',
    reply: 'reply to comments',
    hide: 'hide comments',
    insights: 'see statistics',
    delete: 'delete posts',
  },
  missing: {
    list: 'Not allowed yet: {abilities}.',
    rest: 'Everything else works.',
    again: 'To allow this too, log in again and keep all permissions on.',
    link: {
      named: 'To allow this too, ask {brand} for a new link.',
      plain: 'To allow this too, ask for a new link.',
    },
    login: 'Log in again',
  },
  server: {
    handle: {
      title: 'What is your {platform} handle?',
      label: 'Your handle',
      help: 'The name that others see, for example {example}. We send you to the server of your account to log in.',
    },
    host: {
      title: 'Which {platform} server are you on?',
      label: 'Your server',
      help: 'The last part of your address, for example {example}. We send you there to log in.',
    },
    submit: 'Continue',
    back: 'Back',
  },
  choice: {
    title: {
      pages: 'Which Pages do you want to connect?',
      accounts: 'Which accounts do you want to connect?',
    },
    lead: {
      named: '{brand} gets access only to the ones you select.',
      plain: 'Access is given only to the ones you select.',
    },
    connected: 'Already connected. Access will be renewed.',
    inOtherProfile: 'Already connected elsewhere.',
    permissionMissing: 'You need a higher role on {platform} to connect this one.',
    noneAvailable: {
      named: 'None of these can be connected right now. Please contact {brand}.',
      plain: 'None of these can be connected right now.',
    },
    submit: 'Connect',
    cancel: 'Cancel',
    truncated:
      'Only the first {count} are shown. To connect another one, log in again and select fewer.',
    expiry: 'You have {duration} left to choose.',
  },
  notices: {
    platform_unavailable: {
      title: 'The platform is not responding',
      text: 'Nothing was changed. Please wait a few minutes and try again.',
    },
    wrong_account: {
      title: 'That was a different account',
      text: 'You logged in as {accounts}. This link reconnects one specific account. Log out of the platform first, then log in with that account.',
    },
    no_accounts: {
      title: 'No accounts found',
      text: 'This login has no account or Page that you can connect, or you selected none. You may need a professional account, a role on the Page, or a different login.',
    },
    no_pages: {
      title: 'No Pages found',
      text: 'This login doesn’t manage any Page, or you selected none. Ask for a role on the Page, or log in with a different account.',
    },
    login_invalid: {
      title: 'The login could not be completed',
      text: 'We couldn’t match it to a login that you started here.',
    },
    login_replayed: {
      title: 'You’ve already used this login',
      text: 'This can happen when a page is loaded twice or after going back in the browser.',
    },
    other_browser: {
      title: 'You started in another browser',
      text: 'For your security, finish the login in the browser where you started it, with cookies allowed.',
    },
    nothing_chosen: {
      title: 'Nothing selected',
      text: 'Select at least one, or cancel.',
    },
    server_unknown: {
      title: 'We couldn’t find this server',
      text: 'No server of this platform responds at this address. Check the spelling, or try again later.',
    },
    account_unknown: {
      title: 'We couldn’t find this account',
      text: 'Check the spelling and enter the complete handle.',
    },
    server_refused: {
      title: 'The server refused the connection',
      text: 'It doesn’t accept our application. Nothing was changed. Please tell the sender of the link.',
    },
  },
  again: {
    here: 'You can start again below.',
    withLink: 'Please open the link you received again.',
  },
  problem: 'Problem: {title}',
  deletion: {
    title: 'Your data was deleted',
    text: 'On {day}, we deleted our access and everything we had stored about your accounts on this platform.',
    code: 'Confirmation code: {code}',
  },
  errors: {
    notFound: {
      title: 'Page not found',
      text: 'The URL may be mistyped or out of date.',
    },
    failed: {
      title: 'Something went wrong on our side',
      text: 'Nothing was lost. Please go back and try again in a moment.',
    },
    otherSite: {
      title: 'This request came from another site',
      text: 'For your security, it was blocked. Please open the link you received again.',
    },
    tooLarge: {
      title: 'Request too large',
      text: 'The form contains too much data. Please go back and try again.',
    },
    tooMany: {
      title: 'Too many attempts',
      text: 'Please wait a while and try again.',
    },
    reference: 'Reference for support: {id}',
    home: 'Home',
  },
}
