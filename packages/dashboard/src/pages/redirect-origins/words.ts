import { defineMessages } from '../../messages/messages.ts'

export const originWords = defineMessages(
  'origins',
  {
    title: 'Redirect origins',
    text: 'Where clients may be sent back to after they connected. A connect link leads to these alone, so nobody can be sent elsewhere in your name.',
    origin: 'Origin of your application',
    rule: 'https, host and, if it is not the usual one, port. No path, no wildcard. http is for localhost only.',
    add: 'Add',
    added: '{{origin}} is registered.',
    known: '{{origin}} was registered already.',
    since: 'Since',
    emptyTitle: 'No origin is registered yet',
    emptyText:
      'Enter the address of your application above. Without one no connect link can be made. To try it without an application, let clients come back to this dashboard.',
    useOwn: 'Use {{origin}}',
    remove: 'Remove',
    removeOf: 'Remove {{origin}}',
    removeTitle: 'Remove {{origin}}?',
    removeText:
      'New connect links to it are refused from now on: every program of yours that makes such links gets an error. Links that were not used yet are revoked, also those whose login is under way.',
    removed: '{{origin}} is removed.',
  },
  {
    title: 'Rückkehr-Adressen',
    text: 'Wohin Kunden nach dem Verbinden geschickt werden dürfen. Ein Verbindungs-Link führt nur dorthin; so kann niemand in Ihrem Namen anderswohin geschickt werden.',
    origin: 'Adresse Ihrer Anwendung',
    rule: 'https, Host und, wenn es nicht der übliche ist, Port. Kein Pfad, kein Platzhalter. http nur für localhost.',
    add: 'Hinzufügen',
    added: '{{origin}} ist eingetragen.',
    known: '{{origin}} war schon eingetragen.',
    since: 'Seit',
    emptyTitle: 'Noch ist keine Adresse eingetragen',
    emptyText:
      'Geben Sie oben die Adresse Ihrer Anwendung ein. Ohne sie lässt sich kein Verbindungs-Link anlegen. Zum Ausprobieren ohne Anwendung kehren Kunden hierher zurück.',
    useOwn: '{{origin}} benutzen',
    remove: 'Entfernen',
    removeOf: '{{origin}} entfernen',
    removeTitle: '{{origin}} entfernen?',
    removeText:
      'Neue Verbindungs-Links dorthin werden ab jetzt abgelehnt: Jedes Ihrer Programme, das solche Links anlegt, bekommt einen Fehler. Noch nicht benutzte Links werden widerrufen, auch wenn sich gerade jemand damit anmeldet.',
    removed: '{{origin}} ist entfernt.',
  },
)
