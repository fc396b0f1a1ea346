/** A sentence that names the brand, and the one for when no brand is set. */
type Branded = { named: string; plain: string }
type Titled = { title: string; text: string }
type TitledBranded = { title: string; text: Branded }

/** Everything that the hosted pages say. `{places}` are filled in; every language has them all. */
export type Words = {
  open: {
    title: Branded
    lead: string
    platforms: string
    button: string
    noPlatforms: Branded
  }
  reconnect: { title: string; lead: Branded }
  next: { heading: string; login: string; permissions: Branded; back: Branded }
  trust: string
  expiry: string
  links: { privacy: string; support: string }
  closed: {
    used: TitledBranded
    revoked: TitledBranded
    expired: TitledBranded
    unknown: Titled
    back: Branded
  }
  /** Where the client ends when the owner has no application to return to. */
  ending: {
    connected: { title: Branded; text: string }
    access_denied: TitledBranded
    permission_missing: TitledBranded
    account_in_other_profile: TitledBranded
    plan_account_limit: TitledBranded
    unknown: Titled
    again: string
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
    expiry: string
  }
  notices: {
    platform_unavailable: Titled
    wrong_account: Titled
    no_accounts: Titled
    login_invalid: Titled
    login_replayed: Titled
    other_browser: Titled
    nothing_chosen: Titled
  }
  /** What a notice adds: whether the client can begin again on this very page. */
  again: { here: string; withLink: string }
  /** Put before the title of a page that has a notice. */
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

export const en: Words = {
  open: {
    title: { named: 'Connect your account to {brand}', plain: 'Connect your account' },
    lead: 'Choose where you want to log in.',
    platforms: 'Platforms',
    button: 'Continue with {platform}',
    noPlatforms: {
      named: 'No platform can be connected at the moment. Please ask {brand}.',
      plain: 'No platform can be connected at the moment. Please ask whoever sent you this link.',
    },
  },
  reconnect: {
    title: 'Renew the connection of {account}',
    lead: {
      named: 'Log in to {platform} as {account} again, so that {brand} can keep working with it.',
      plain: 'Log in to {platform} as {account} again, so that the connection keeps working.',
    },
  },
  next: {
    heading: 'What happens next',
    login: 'You log in on the platform’s own page.',
    permissions: {
      named: 'The platform lists the permissions {brand} asks for. Please leave all of them on.',
      plain: 'The platform lists the permissions that are needed. Please leave all of them on.',
    },
    back: {
      named: 'That’s it: your account is connected to {brand}.',
      plain: 'That’s it: your account is connected.',
    },
  },
  trust:
    'We never see your password. You can end the connection at any time in the settings of the platform.',
  expiry: 'This link works once, and for another {duration} (until {time} UTC).',
  links: { privacy: 'Privacy policy', support: 'Questions? {email}' },
  closed: {
    used: {
      title: 'This link has already been used',
      text: {
        named:
          'An account was connected with it, and each link works only once. To connect another account, ask {brand} for a new link.',
        plain:
          'An account was connected with it, and each link works only once. To connect another account, ask for a new link.',
      },
    },
    revoked: {
      title: 'This link is no longer active',
      text: {
        named: '{brand} canceled it. Ask them for a new one.',
        plain: 'It was canceled. Please ask for a new one.',
      },
    },
    expired: {
      title: 'This link has expired',
      text: {
        named: 'For your security a link works for 30 minutes. Ask {brand} for a new one.',
        plain: 'For your security a link works for 30 minutes. Please ask for a new one.',
      },
    },
    unknown: {
      title: 'This link is not valid',
      text: 'Part of the address may be missing. Open the complete link again, or ask whoever sent it to you for a new one.',
    },
    back: { named: 'Back to {brand}', plain: 'Go back' },
  },
  ending: {
    connected: {
      title: { named: 'You’re connected to {brand}', plain: 'You’re connected' },
      text: 'You can close this page.',
    },
    access_denied: {
      title: 'Nothing was connected',
      text: {
        named:
          'You canceled on the platform’s page. If you still want to connect your account to {brand}, try again.',
        plain:
          'You canceled on the platform’s page. If you still want to connect your account, try again.',
      },
    },
    permission_missing: {
      title: 'A permission is missing',
      text: {
        named:
          '{brand} needs every permission that the platform lists. Try again and leave all of them on.',
        plain:
          'Every permission that the platform lists is needed. Try again and leave all of them on.',
      },
    },
    account_in_other_profile: {
      title: 'This account is already connected elsewhere',
      text: {
        named: 'Ask {brand} to release it there first, or try again with a different account.',
        plain:
          'Ask the sender of your link to release it there first, or try again with a different account.',
      },
    },
    plan_account_limit: {
      title: 'No more accounts can be connected right now',
      text: {
        named: '{brand} has reached its account limit. Ask them to make room, then try again.',
        plain:
          'The account limit is reached. Ask the sender of your link to make room, then try again.',
      },
    },
    unknown: {
      title: 'You can close this page',
      text: 'If something went wrong, open the link you were given again.',
    },
    again: 'Try again',
  },
  choice: {
    title: {
      pages: 'Which Pages do you want to connect?',
      accounts: 'Which accounts do you want to connect?',
    },
    lead: {
      named: '{brand} gets access to the ones you tick, and to no others.',
      plain: 'Access is given to the ones you tick, and to no others.',
    },
    connected: 'Connected already. Its access will be renewed.',
    inOtherProfile: 'Already connected elsewhere, so it cannot be chosen here.',
    permissionMissing: 'Your rights on {platform} are not enough for this one.',
    noneAvailable: {
      named: 'None of these can be connected at the moment. Please ask {brand}.',
      plain: 'None of these can be connected at the moment.',
    },
    submit: 'Connect',
    cancel: 'Cancel',
    expiry: 'You have another {duration} to choose (until {time} UTC).',
  },
  notices: {
    platform_unavailable: {
      title: 'The platform is not answering',
      text: 'Nothing was changed. Please wait a few minutes and try again.',
    },
    wrong_account: {
      title: 'That was a different account',
      text: 'This link renews one particular account. Log out on the platform first, then log in with that account.',
    },
    no_accounts: {
      title: 'There is nothing to connect in that login',
      text: 'The platform named no account or Page that you may connect. You may need a professional account, a role on the Page, or a different login.',
    },
    login_invalid: {
      title: 'The login could not be completed',
      text: 'The answer of the platform did not belong to a login that is under way.',
    },
    login_replayed: {
      title: 'This login was already processed',
      text: 'That happens when a page is loaded twice or after going back in the browser.',
    },
    other_browser: {
      title: 'The login began in another browser',
      text: 'For your safety it has to end in the browser in which it began, with cookies allowed.',
    },
    nothing_chosen: {
      title: 'Nothing is chosen yet',
      text: 'Tick at least one, or cancel.',
    },
  },
  again: {
    here: 'You can begin again below.',
    withLink: 'Please open the link you were given once more.',
  },
  problem: 'Problem: {title}',
  deletion: {
    title: 'Your data was deleted',
    text: 'On {day} the access and everything stored about your accounts on this platform was erased here.',
    code: 'Confirmation code: {code}',
  },
  errors: {
    notFound: {
      title: 'There is no page here',
      text: 'The address may be mistyped or out of date.',
    },
    failed: {
      title: 'Something went wrong on our side',
      text: 'Nothing was lost. Please go back and try again in a moment.',
    },
    otherSite: {
      title: 'This request came from another site',
      text: 'For your safety it was not carried out. Please open the link you were given once more.',
    },
    tooLarge: {
      title: 'That was too much at once',
      text: 'The form was larger than it can be. Please go back and try again.',
    },
    tooMany: {
      title: 'That was too fast',
      text: 'Please wait a minute and try again.',
    },
    reference: 'Reference for support: {id}',
    home: 'Home',
  },
}
