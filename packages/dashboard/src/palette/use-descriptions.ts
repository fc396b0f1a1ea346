import type {
  AccountListItem,
  ApiRequest,
  Comment,
  ConnectLink,
  Invitation,
  Member,
  Post,
  WebhookDeliveryListItem,
  WebhookEndpoint,
} from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { formatDayTime } from '../parts/day-time.ts'
import { platformName } from '../parts/platform-mark.tsx'
import { accountHandle, visibleName } from '../parts/visible-name.ts'
import { postMessages } from '../post/messages.ts'
import { excerptOf, postStatusOf, timeOf } from '../post/post-state.ts'
import type { Found } from './item.ts'
import { paletteMessages } from './messages.ts'

const charsMax = 160

export type Descriptions = ReturnType<typeof useDescriptions>

/** What the palette shows of each resource, and where it leads. */
export function useDescriptions() {
  const t = useMessages(paletteMessages)
  const post = useMessages(postMessages)
  const { i18n } = useTranslation()
  const time = (at: string | null) => (at ? formatDayTime(at, i18n.language) : null)
  const facts = (...all: (string | null)[]) => all.filter(Boolean).join(' · ')
  return {
    post: (found: Post): Found => ({
      kind: 'post',
      id: found.id,
      label: oneLine(excerptOf(found)) || post('noText'),
      detail: facts(post(postStatusOf(found)), time(timeOf(found))),
      to: `/posts/${found.id}`,
      profileId: found.profile_id,
    }),
    comment: (found: Comment): Found => ({
      kind: 'comment',
      id: found.id,
      label: oneLine(found.text) || post('noText'),
      detail: facts(
        found.author_username && `@${oneLine(found.author_username)}`,
        time(found.commented_at),
      ),
      to: '/inbox',
      search: { status: 'all', comment: found.id },
      profileId: found.profile_id,
    }),
    account: (found: AccountListItem): Found => ({
      kind: 'account',
      id: found.id,
      label: oneLine(accountHandle(found)),
      detail: facts(
        platformName(found.platform),
        found.status === 'connected' ? null : t(found.status),
      ),
      to: `/accounts/${found.id}`,
      platform: found.platform,
      profileId: found.profile_id,
    }),
    profile: (found: { id: string; name: string; external_id: string | null }): Found => ({
      kind: 'profile',
      id: found.id,
      label: oneLine(found.name),
      detail: found.external_id ?? '',
      to: `/profiles/${found.id}`,
      profileId: found.id,
    }),
    member: (found: Member): Found => ({
      kind: 'member',
      id: found.id,
      label: oneLine(visibleName(found.name, found.email ?? found.id)),
      detail: found.email ?? '',
      to: '/members',
    }),
    link: (found: ConnectLink): Found => ({
      kind: 'link',
      id: found.id,
      label: t('link'),
      detail: facts(t('createdAt', { time: time(found.created_at)! })),
      to: '/connect-links',
      search: { kind: 'links', link: found.id },
      profileId: found.profile_id,
    }),
    invitation: (found: Invitation): Found => ({
      kind: 'invitation',
      id: found.id,
      label: t('invitation'),
      detail: facts(t('createdAt', { time: time(found.created_at)! })),
      to: '/connect-links',
      search: { invitation: found.id },
      profileId: found.profile_id,
    }),
    webhook: (found: WebhookEndpoint): Found => ({
      kind: 'webhook',
      id: found.id,
      label: found.url,
      detail: '',
      to: `/webhooks/${found.id}`,
      profileId: found.profile_id,
    }),
    delivery: (found: WebhookDeliveryListItem, endpoint: WebhookEndpoint): Found => ({
      kind: 'delivery',
      id: found.id,
      label: found.event_type,
      detail: facts(endpoint.url, time(found.created_at)),
      to: `/webhooks/${endpoint.id}/deliveries/${found.id}`,
      profileId: endpoint.profile_id,
    }),
    request: (found: ApiRequest): Found => ({
      kind: 'request',
      id: found.id,
      label: `${found.method} ${found.path}`,
      detail: facts(String(found.status), time(found.created_at)),
      to: '/requests',
      search: { request: found.id },
      profileId: found.profile_id,
    }),
    key: (found: { id: string; name: string }): Found => ({
      kind: 'key',
      id: found.id,
      label: oneLine(found.name),
      detail: t('key'),
      to: '/api-keys',
    }),
  }
}

function oneLine(text: string): string {
  return text.slice(0, charsMax).replaceAll(/\s+/g, ' ').trim()
}
