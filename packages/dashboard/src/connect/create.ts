import type {
  AccountListItem,
  ConnectLinkCreated,
  InvitationCreated,
  JsonValue,
  PlatformValue,
} from '@postern/sdk'
import { client } from '../api/client.ts'
import type { Topic } from '../api/topics.ts'
import type { PageLanguage, SendKind } from './email-text.ts'

/** A new link or invitation: the only time that its URL is known. */
export type Created = {
  made: ConnectLinkCreated | InvitationCreated
  language: PageLanguage | null
  /** The account to reconnect. */
  account: AccountListItem | undefined
  /** The brand name that was saved with it, known before the settings are loaded again. */
  brandName: string | null
}

type Input = {
  kind: SendKind
  profile_id: string
  account?: AccountListItem
  redirect_url: string
  platforms?: readonly string[]
  /** Of the owner, who has not set it yet. */
  brand_name: string
  /** Of an invitation. */
  days?: number
  language?: PageLanguage | ''
  state?: string
  metadata?: Record<string, JsonValue>
}

/** What a new link or invitation changes. */
export const createTopics: readonly Topic[] = ['connect_links', 'connect_settings']

export async function createLinkOrInvitation(input: Input): Promise<Created> {
  const { kind, profile_id, account, brand_name, days, language } = input
  if (brand_name) await client.connect.settings.update({ brand_name })
  const body = bodyOf(input)
  const made =
    kind === 'link'
      ? await client.connect.links.create(profile_id, body)
      : await client.connect.invitations.create(profile_id, {
          ...body,
          ...(days ? { expires_in_days: days } : {}),
        })
  return { made, language: language || null, account, brandName: brand_name || null }
}

type LinkBody = Parameters<typeof client.connect.links.create>[1]

function bodyOf(input: Input): LinkBody {
  const { account, redirect_url, platforms = [], language, state, metadata = {} } = input
  return {
    redirect_url,
    ...(account ? { account_id: account.id } : {}),
    ...(platforms.length > 0 && !account ? { platforms: platforms as PlatformValue[] } : {}),
    ...(state ? { state } : {}),
    ...(language ? { language } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}
