import { Anchor, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { isInvisible, visibleName } from '../../parts/visible-name.ts'
import { useProfileOf } from '../../session/use-profiles.ts'
import { actionMessages, attemptMessages, auditMessages } from './messages.ts'

type Words = ReturnType<typeof useAuditWords>
type Resource = NonNullable<AuditEntry['resource']>

const namedTypes = [
  'account',
  'api_key',
  'comment',
  'comment_reply',
  'connect_link',
  'media',
  'member',
  'post',
  'profile',
  'redirect_origin',
  'webhook_endpoint',
] as const
type NamedType = (typeof namedTypes)[number]

function useAuditWords() {
  return useMessages(auditMessages)
}

const urlCharsMax = 32

/** Entries whose sentence already says that it failed. */
const failures = ['signInFailed', 'secondFactorFailed']

/** Whether what the entry is about was not done. */
export function isFailed({ status, action }: AuditEntry): boolean {
  return status >= 400 && !failures.includes(action)
}

/** `inherit`: with the font of what surrounds it, such as a title. */
type SentenceProps = { entry: AuditEntry; inherit?: boolean }

/** An entry as a sentence: who did what to which resource, or tried to. */
export function Sentence({ entry, inherit = false }: SentenceProps) {
  const t = useAuditWords()
  const { i18n } = useTranslation()
  const actor = actorName(t, entry)
  const { namespace } = isFailed(entry) ? attemptMessages : actionMessages
  return (
    <Text
      {...(inherit ? { inherit } : { size: 'sm' })}
      component="span"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text span inherit fw={600} className="untrusted" dir="auto">
        {actor}
      </Text>{' '}
      {i18n.exists(entry.action, { ns: namespace }) ? (
        <Trans
          ns={namespace}
          i18nKey={entry.action as never}
          components={{
            r: <ResourceName entry={entry} />,
            p: <ProfileText id={entry.profile_id} />,
          }}
        />
      ) : (
        t('unknown', { action: entry.action })
      )}
    </Text>
  )
}

/** Links without preserved spaces, which are underlined after the last word of a line. */
const unbroken = { whiteSpace: 'normal' } as const

/** The name of a member or key; unknown people, whose sign-in failed, and the command line have none. */
export function actorName(t: Words, { actor, action }: AuditEntry): string {
  const unnamed = failures.includes(action) ? t('someone') : t('commandLine')
  return visibleName(actor.name, actor.id ?? unnamed)
}

/** Resources that are named by the one that they belong to. */
const owners: Record<string, NamedType> = {
  comment_note: 'comment',
  sign_in_link: 'member',
  webhook_delivery: 'webhook_endpoint',
  webhook_recovery: 'webhook_endpoint',
}

function namedTypeOf(resource: AuditEntry['resource']): NamedType | undefined {
  return namedTypes.find((each) => each === (owners[resource?.type ?? ''] ?? resource?.type))
}

/** What the resource is called now, such as `the post “Soup”`; `null` for one without a name. */
export function resourceName(t: Words, resource: Resource): string | null {
  const type = namedTypeOf(resource)
  return type && resource.name ? resourceText(t, resource, type, false) : null
}

/** What the resource is called now, with a link to its page while it exists. */
function ResourceName({ entry: { resource, action } }: { entry: AuditEntry }) {
  const t = useAuditWords()
  const type = namedTypeOf(resource)
  if (!resource || !type) return null
  // “Anna deleted a deleted post” would say it twice.
  const isEnd = /^(delete|remove|revoke|cancel)/.test(action)
  const text = resourceText(t, resource, type, isEnd)
  const place = placeOf(resource, type)
  if (!place) {
    return (
      <Text span inherit className="untrusted">
        {text}
      </Text>
    )
  }
  return (
    <Anchor
      component={Link}
      to={place.to}
      search={(place.search ?? {}) as never}
      inherit
      underline="always"
      className="untrusted"
      style={unbroken}
    >
      {text}
    </Anchor>
  )
}

/** The profile that an entry is about, with a link to its page while it exists. */
function ProfileText({ id }: { id: string | null }) {
  const t = useAuditWords()
  const profile = useProfileOf()(id ?? '')
  if (!profile) return t('profile_any')
  return (
    <Anchor
      component={Link}
      to={`/profiles/${profile.id}`}
      inherit
      underline="always"
      className="untrusted"
      style={unbroken}
    >
      {t('profile', { name: t('quoted', { name: profile.name }) })}
    </Anchor>
  )
}

function resourceText(
  t: Words,
  { name, deleted }: Resource,
  type: NamedType,
  isEnd: boolean,
): string {
  if (!name || isInvisible(name)) return t(deleted && !isEnd ? `${type}_deleted` : `${type}_any`)
  const shown = type === 'webhook_endpoint' ? shortUrl(name) : name
  const resource = t(type, { name: isQuoted(type) ? t('quoted', { name }) : shown })
  return deleted && !isEnd ? t('deletedSince', { resource }) : resource
}

/** Without `https://`, and so short that the rest of the sentence stays in view on phones. */
function shortUrl(url: string): string {
  const text = url.replace(/^https?:\/\//, '')
  return text.length > urlCharsMax ? `${text.slice(0, urlCharsMax - 1)}…` : text
}

/** Names that people chose are quoted; URLs, user names and members are not. */
function isQuoted(type: NamedType): boolean {
  return type === 'api_key' || type === 'post' || type === 'profile'
}

type Place = { to: string; search?: Record<string, string> }

/** Where the resource is shown; `null` if it has no page or does not exist. */
function placeOf(resource: Resource, type: NamedType): Place | null {
  const { id, parent_id: parent, deleted } = resource
  if (deleted || !id) return null
  const comment = resource.type === 'comment' ? id : parent
  switch (type) {
    case 'account':
      return { to: `/accounts/${id}` }
    case 'api_key':
      return { to: '/api-keys' }
    case 'comment':
    case 'comment_reply':
      return comment ? { to: '/inbox', search: { status: 'all', comment } } : null
    case 'connect_link':
      return { to: '/connect-links', search: { link: id } }
    case 'media':
      return null
    case 'member':
      return { to: '/members' }
    case 'post':
      return { to: `/posts/${id}` }
    case 'profile':
      return { to: `/profiles/${id}` }
    case 'redirect_origin':
      return { to: '/redirect-origins' }
    case 'webhook_endpoint':
      return resource.type === 'webhook_delivery' ? endpointPlace(parent) : endpointPlace(id)
  }
}

/** `null` for a delivery that is older than the history of its endpoint. */
function endpointPlace(id: string | null): Place | null {
  return id === null ? null : { to: `/webhooks/${id}` }
}
