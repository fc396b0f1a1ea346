import type { WebhookEventType } from '@postern/sdk'
import { defineMessages, useMessages } from '../../messages/messages.ts'

const english: Record<WebhookEventType, string> = {
  'account.connected': 'An account was connected or reconnected, also through a connect link.',
  'account.expired': 'The access to an account ended; it must be reconnected.',
  'account.disconnected': 'An account was disconnected, here or in the settings of the platform.',
  'post.scheduled': 'A post was scheduled, or scheduled anew, on one account.',
  'post.canceled': 'A scheduled post was canceled on one account.',
  'post.published': 'A post was published on one account.',
  'post.failed': 'A post failed on one account after the last attempt.',
  'comment.created': 'A new comment by another person, younger than 24 hours.',
  'profile.deleted':
    'A profile has finished being deleted. Sent only to endpoints that are not bound to a profile.',
  'webhook.test': 'Sent when you send a test, and only then.',
}

const german: Record<WebhookEventType, string> = {
  'account.connected':
    'Ein Konto wurde verbunden oder neu verbunden, auch über einen Verbindungs-Link.',
  'account.expired': 'Der Zugang zu einem Konto endete; es muss neu verbunden werden.',
  'account.disconnected': 'Ein Konto wurde getrennt, hier oder in den Einstellungen der Plattform.',
  'post.scheduled': 'Ein Beitrag wurde für ein Konto geplant oder neu geplant.',
  'post.canceled': 'Ein geplanter Beitrag wurde für ein Konto abgesagt.',
  'post.published': 'Ein Beitrag wurde auf einem Konto veröffentlicht.',
  'post.failed': 'Ein Beitrag scheiterte auf einem Konto nach dem letzten Versuch.',
  'comment.created': 'Ein neuer Kommentar einer anderen Person, jünger als 24 Stunden.',
  'profile.deleted':
    'Ein Profil ist vollständig gelöscht. Geht nur an Endpunkte, die an kein Profil gebunden sind.',
  'webhook.test': 'Kommt, wenn Sie einen Test senden, und nur dann.',
}

const eventWords = defineMessages('webhook-events', english, german)

export const eventTypes = Object.keys(english) as WebhookEventType[]

/** What an event means, in a sentence. */
export function useEventDescription(): (type: WebhookEventType) => string {
  return useMessages(eventWords)
}
