import { defineMessages } from '../../messages/messages.ts'

export const replyWords = defineMessages(
  'inbox-reply',
  {
    label: 'Your reply as {{account}}',
    count: '{{actual}} of {{limit}} characters',
    tooLong: '{{count}} characters too many',
    send: 'Send reply',
    sendAgain: 'Send again',
    kept: 'What you write is kept in this browser until it is sent.',
    keys: 'Ctrl + Enter sends.',
    sent: 'The reply was sent.',
    failed: 'The reply was not sent. Your text is still here.',
    openTitle: 'It is not known whether the reply was made',
    openText:
      'The platform gave no clear answer. The post is being read again: if the reply was made, it appears above within a minute or two and this notice goes away. Your text is still here; look before you send it again, or it might stand there twice.',
    againTitle: 'Send the reply again?',
    againText:
      'It may already stand under the post. Look there first: a reply that was made twice can be seen by everybody.',
    found: 'The reply was made after all.',
    discard: 'Discard the text',
    permission:
      'The account {{account}} has not granted the permission {{permission}}. Send the client a connect link for this account, then send the reply again.',
    toAccount: 'To the account',
    notConnected:
      '{{account}} is not connected any more. It must be reconnected before it can answer.',
    lacksReply:
      '{{account}} has not granted what replies need. A reply will most likely be refused until it is reconnected.',
    noReplyDeleted: 'The comment is gone on the platform and cannot be answered.',
    noReplyHidden: '{{platform}} takes no reply to a comment that is hidden. Show it again first.',
    noReply: '{{platform}} takes no reply to this comment.',
  },
  {
    label: 'Ihre Antwort als {{account}}',
    count: '{{actual}} von {{limit}} Zeichen',
    tooLong: '{{count}} Zeichen zu viel',
    send: 'Antwort senden',
    sendAgain: 'Noch einmal senden',
    kept: 'Was Sie schreiben, bleibt in diesem Browser, bis es gesendet ist.',
    keys: 'Strg + Eingabe sendet.',
    sent: 'Die Antwort ist gesendet.',
    failed: 'Die Antwort wurde nicht gesendet. Ihr Text steht noch hier.',
    openTitle: 'Es ist nicht bekannt, ob die Antwort entstanden ist',
    openText:
      'Die Plattform gab keine klare Antwort. Der Beitrag wird noch einmal gelesen: Wenn die Antwort entstanden ist, erscheint sie in ein bis zwei Minuten oben, und dieser Hinweis verschwindet. Ihr Text steht noch hier; sehen Sie erst nach, bevor Sie ihn noch einmal senden, sonst steht er vielleicht zweimal da.',
    againTitle: 'Die Antwort noch einmal senden?',
    againText:
      'Vielleicht steht sie schon unter dem Beitrag. Sehen Sie dort zuerst nach: Eine doppelte Antwort sehen alle.',
    found: 'Die Antwort ist doch entstanden.',
    discard: 'Text verwerfen',
    permission:
      'Das Konto {{account}} hat die Berechtigung {{permission}} nicht erteilt. Senden Sie dem Kunden einen Verbindungs-Link für dieses Konto und danach die Antwort noch einmal.',
    toAccount: 'Zum Konto',
    notConnected:
      '{{account}} ist nicht mehr verbunden. Es muss neu verbunden werden, bevor es antworten kann.',
    lacksReply:
      '{{account}} hat nicht erteilt, was Antworten brauchen. Eine Antwort wird wohl abgelehnt, bis es neu verbunden ist.',
    noReplyDeleted:
      'Der Kommentar ist auf der Plattform gelöscht und kann nicht beantwortet werden.',
    noReplyHidden:
      '{{platform}} nimmt keine Antwort auf einen verborgenen Kommentar. Zeigen Sie ihn zuerst wieder.',
    noReply: '{{platform}} nimmt keine Antwort auf diesen Kommentar.',
  },
)
