import { Autocomplete, Button, Collapse, Group, Select, Stack, Text } from '@mantine/core'
import {
  type Account,
  type ConnectLinkCreated,
  type PlatformValue,
  PosternError,
} from '@postern/sdk'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useAllItems } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import type { PageLanguage } from './email-text.ts'
import {
  defaultOptions,
  LinkOptionFields,
  type LinkOptions,
  PlatformsField,
  platformError,
} from './link-options.tsx'
import { linkMessages } from './messages.ts'
import { parseJsonObject, readStoredRedirect, storeRedirect } from './stored-redirect.ts'

export type CreatedLink = { link: ConnectLinkCreated; language: PageLanguage | null }

type Props = {
  profile: ProfileName | undefined
  /** The account to reconnect. */
  account: Account | undefined
  onCancel: () => void
  onCreated: (created: CreatedLink) => void
}

const fields = ['redirect_url', 'platforms', 'state', 'metadata', 'language', 'profile_id']

/** Form of a connect link. The return URL defaults to this installation's own page. */
export function LinkForm({ profile, account, onCancel, onCreated }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const { member, default_redirect_url: startPage } = useMember()
  const origins = useAllItems(
    'connect_settings',
    'origins',
    (each) => each.connect.origins.list(),
    {
      scope: 'all',
      enabled: member.role === 'owner',
    },
  )
  const [profileId, setProfileId] = useState(profile?.id ?? null)
  const [platforms, setPlatforms] = useState<string[]>([])
  const [redirect, setRedirect] = useState<string | null>(readStoredRedirect)
  const [options, setOptions] = useState(defaultOptions)
  const [isExpanded, setIsExpanded] = useState(false)
  const [isMetadataInvalid, setIsMetadataInvalid] = useState(false)

  const redirectUrl = redirect ?? startPage
  const chosenProfile = profileId ?? (profiles.length === 1 ? profiles[0]!.id : null)
  const input = { profileId: chosenProfile, account, platforms, redirectUrl, options }
  const create = useCreateLink(input, onCreated)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const object = parseJsonObject(options.metadata)
    setIsMetadataInvalid(object === null)
    if (object) create.mutate(object)
  }
  const isUnregistered =
    create.error instanceof PosternError && create.error.code === 'redirect_origin_not_registered'

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {account && <Text size="sm">{t('reconnectText')}</Text>}
        {!profile && (
          <Select
            label={t('profile')}
            placeholder={t('chooseProfile')}
            data={profiles.map(({ id, name: label }) => ({ value: id, label }))}
            value={chosenProfile}
            onChange={setProfileId}
            error={fieldError(create.error, 'profile_id')}
            limit={100}
            openOnFocus={false}
            searchable
            required
            data-autofocus
          />
        )}
        {!account && (
          <PlatformsField
            chosen={platforms}
            error={create.error}
            isFirst={profile !== undefined}
            onChange={setPlatforms}
          />
        )}
        <Autocomplete
          label={t('redirect')}
          description={t('redirectHint')}
          placeholder="https://app.example.com/connected"
          data={[startPage, ...(origins.data ?? []).map(({ origin }) => `${origin}/`)]}
          value={redirectUrl}
          onChange={setRedirect}
          error={isUnregistered ? t('notRegistered') : fieldError(create.error, 'redirect_url')}
          maxLength={2_048}
          type="url"
          openOnFocus={account === undefined}
          required
          data-autofocus={account !== undefined || undefined}
        />
        <Collapse expanded={isExpanded}>
          <LinkOptionFields
            options={options}
            error={create.error}
            isMetadataInvalid={isMetadataInvalid}
            onChange={setOptions}
          />
        </Collapse>
        <FormError
          error={isUnregistered || platformError(create.error) ? null : create.error}
          fields={fields}
        />
        <Group className="dialog-buttons" justify="space-between">
          <Button
            variant="subtle"
            onClick={() => setIsExpanded(!isExpanded)}
            aria-expanded={isExpanded}
            px="xs"
          >
            {isExpanded ? t('less') : t('more')}
          </Button>
          <Group flex="1 1 auto" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={!chosenProfile || !redirectUrl.trim()}
            >
              {t('create')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

type LinkInput = {
  profileId: string | null
  account: Account | undefined
  platforms: string[]
  redirectUrl: string
  options: LinkOptions
}

/** Creates the link; `mutate` receives the parsed metadata. */
function useCreateLink(input: LinkInput, onCreated: Props['onCreated']) {
  const { profileId, account, platforms, options } = input
  const redirectUrl = input.redirectUrl.trim()
  return useAction(
    (_, metadata: Exclude<ReturnType<typeof parseJsonObject>, null>) =>
      client.connect.links.create(profileId!, {
        redirect_url: redirectUrl,
        ...(account ? { account_id: account.id } : {}),
        ...(platforms.length > 0 && !account ? { platforms: platforms as PlatformValue[] } : {}),
        ...(options.state ? { state: options.state } : {}),
        ...(options.language ? { language: options.language } : {}),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      }),
    {
      topics: ['connect_links'],
      onError: shownInForm,
      onSuccess: (link) => {
        storeRedirect(redirectUrl)
        onCreated({ link, language: options.language || null })
      },
    },
  )
}
