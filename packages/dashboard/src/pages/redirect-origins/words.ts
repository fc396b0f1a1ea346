import { defineMessages } from '../../messages/messages.ts'

export const originWords = defineMessages(
  'origins',
  {
    title: 'Return domains',
    text: 'Sites clients may return to after connecting. Connect links can only redirect here, which protects you from open redirects.',
    origin: 'Your app’s origin',
    rule: 'https://host[:port] – no path or wildcard. http only for localhost.',
    add: 'Add',
    added: '{{origin}} is registered.',
    known: '{{origin}} is already registered.',
    since: 'Since',
    emptyTitle: 'No return domains yet',
    emptyText:
      'Enter your app’s origin above. No app? Leave this empty: clients end on Postern’s own page.',
    remove: 'Remove',
    removeOf: 'Remove {{origin}}',
    removeTitle: 'Remove {{origin}}?',
    removeText:
      'New connect links to it will be rejected, and unused links – even ones in progress – are revoked.',
    removed: '{{origin}} is removed.',
  },
  {
    title: 'Rückkehr-Domains',
    text: 'Websites, zu denen Kunden nach dem Verbinden zurückkehren dürfen. Verbindungs-Links leiten nur hierher weiter; das schützt Sie vor offenen Weiterleitungen.',
    origin: 'Origin Ihrer App',
    rule: 'https://host[:port] – ohne Pfad und Platzhalter. http nur für localhost.',
    add: 'Hinzufügen',
    added: '{{origin}} ist eingetragen.',
    known: '{{origin}} ist bereits eingetragen.',
    since: 'Seit',
    emptyTitle: 'Noch keine Rückkehr-Domains',
    emptyText:
      'Geben Sie oben den Origin Ihrer App ein. Keine App? Lassen Sie die Liste leer: Kunden landen auf der Seite von Postern.',
    remove: 'Entfernen',
    removeOf: '{{origin}} entfernen',
    removeTitle: '{{origin}} entfernen?',
    removeText:
      'Neue Verbindungs-Links dorthin werden abgelehnt; unbenutzte Links werden widerrufen, auch wenn sich gerade jemand damit anmeldet.',
    removed: '{{origin}} ist entfernt.',
  },
)
