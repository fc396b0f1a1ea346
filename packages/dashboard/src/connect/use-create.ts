import type {
  AccountListItem,
  ConnectLinkCreated,
  InvitationCreated,
  JsonValue,
  PlatformValue,
} from '@postern/sdk'
import { client } from '../api/client.ts'
import { useAction } from '../api/use-data.ts'
import { shownInForm } from '../parts/form-error.tsx'
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

export type CreateInput = {
  kind: SendKind
  profileId: string
  account: AccountListItem | undefined
  redirectUrl: string
  platforms?: readonly string[]
  /** Of the owner, who has not set it yet. */
  brandName?: string
  /** Of an invitation. */
  days?: number
  language?: PageLanguage | ''
  state?: string
  metadata?: Record<string, JsonValue>
}

/** Creates a connect link or an invitation; the form shows its errors. */
export function useCreate(onCreated: (created: Created) => void) {
  return useAction(
    async (_, input: CreateInput): Promise<Created> => {
      const { kind, profileId, account, brandName, days, language } = input
      if (brandName) await client.connect.settings.update({ brand_name: brandName })
      const body = bodyOf(input)
      const made =
        kind === 'link'
          ? await client.connect.links.create(profileId, body)
          : await client.connect.invitations.create(profileId, {
              ...body,
              ...(days ? { expires_in_days: days } : {}),
            })
      return { made, language: language || null, account, brandName: brandName || null }
    },
    { topics: ['connect_links', 'connect_settings'], onError: shownInForm, onSuccess: onCreated },
  )
}

type LinkBody = Parameters<typeof client.connect.links.create>[1]

function bodyOf(input: CreateInput): LinkBody {
  const { account, redirectUrl, platforms = [], language, state, metadata = {} } = input
  return {
    redirect_url: redirectUrl,
    ...(account ? { account_id: account.id } : {}),
    ...(platforms.length > 0 && !account ? { platforms: platforms as PlatformValue[] } : {}),
    ...(state ? { state } : {}),
    ...(language ? { language } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}
