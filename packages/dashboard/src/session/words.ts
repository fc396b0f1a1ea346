import { defineMessages } from '../messages/messages.ts'

export const sessionWords = defineMessages(
  'session',
  {
    signIn: 'Sign in',
    signInText: 'For the owner and the staff of this installation.',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: 'At least 12 characters. A sentence is easier to keep than a riddle.',
    name: 'Your name',
    welcome: 'Welcome',
    welcomeFirst: 'This is the first sign-in. Say who you are and choose a password.',
    welcomeInvite: 'Choose a password to join.',
    welcomeReset: 'Choose a new password.',
    start: 'Save and sign in',
    linkBroken: 'This sign-in link is used up or expired',
    linkBrokenText:
      'Ask an owner for a new one. An owner makes one on the machine itself: npm run sign-in',
    toSignIn: 'To the sign-in page',
    lost: 'Lost the password? Another owner can send you a new link; on the machine itself: npm run sign-in',
    ended: 'Your session ended',
    endedText: 'Sign in again to go on. What you entered on this page is still there.',
    wrong: 'E-mail and password do not belong together.',
  },
  {
    signIn: 'Anmelden',
    signInText: 'Für die Eigentümer und Mitarbeiter dieser Installation.',
    email: 'E-Mail',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen. Ein Satz merkt sich leichter als ein Rätsel.',
    name: 'Ihr Name',
    welcome: 'Willkommen',
    welcomeFirst:
      'Dies ist die erste Anmeldung. Sagen Sie, wer Sie sind, und wählen Sie ein Passwort.',
    welcomeInvite: 'Wählen Sie ein Passwort, um mitzumachen.',
    welcomeReset: 'Wählen Sie ein neues Passwort.',
    start: 'Speichern und anmelden',
    linkBroken: 'Dieser Anmelde-Link ist verbraucht oder abgelaufen',
    linkBrokenText:
      'Bitten Sie einen Eigentümer um einen neuen. Ein Eigentümer macht ihn auf der Maschine selbst: npm run sign-in',
    toSignIn: 'Zur Anmeldung',
    lost: 'Passwort verloren? Ein anderer Eigentümer kann Ihnen einen neuen Link schicken; auf der Maschine selbst: npm run sign-in',
    ended: 'Ihre Sitzung ist zu Ende',
    endedText:
      'Melden Sie sich wieder an, um weiterzumachen. Was Sie auf dieser Seite eingegeben haben, ist noch da.',
    wrong: 'E-Mail und Passwort gehören nicht zusammen.',
  },
)
