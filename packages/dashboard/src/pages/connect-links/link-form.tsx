import {
  Alert,
  Anchor,
  Autocomplete,
  Button,
  Chip,
  Collapse,
  Group,
  Input,
  JsonInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import {
  type Account,
  type ConnectLinkCreated,
  type PlatformValue,
  PosternError,
} from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useWhole } from '../../api/use-data.ts'
import { detailOf } from '../../messages/api-sentence.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { platformNames } from '../../parts/platform-mark.tsx'
import { words } from '../../parts/words.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { jsonObject, keepRedirect, keptRedirect } from './kept.ts'
import { type PageLanguage, pageLanguages } from './message-text.ts'
import { linkWords } from './words.ts'

export type Made = { link: ConnectLinkCreated; language: PageLanguage | null }

type Props = {
  profile: ProfileName | undefined
  /** The account that is to be connected again. */
  account: Account | undefined
  onCancel: () => void
  onMade: (made: Made) => void
}

const fields = ['redirect_url', 'platforms', 'state', 'metadata', 'language', 'profile_id']

/** What a link is for. Everything but the address to return to can be left as it is. */
export function LinkForm({ profile, account, onCancel, onMade }: Props) {
  const t = useMessages(linkWords)
  const common = useMessages(words)
  const profiles = useProfiles()
  const isOwner = useMember().member.role === 'owner'
  const origins = useWhole('connect_settings', 'origins', (each) => each.connect.origins.list(), {
    of: 'all',
    enabled: isOwner,
  })
  const [profileId, setProfileId] = useState(profile?.id ?? null)
  const [platforms, setPlatforms] = useState<string[]>([])
  const [redirect, setRedirect] = useState<string | null>(keptRedirect)
  const [state, setState] = useState('')
  const [language, setLanguage] = useState('')
  const [metadata, setMetadata] = useState('')
  const [isMore, setIsMore] = useState(false)
  const [isJsonWrong, setIsJsonWrong] = useState(false)

  const first = origins.data?.[0]
  const redirectUrl = redirect ?? (first ? `${first.origin}/` : '')
  const chosenProfile = profileId ?? (profiles.length === 1 ? profiles[0]!.id : null)
  const create = useAction(
    (_, object: ReturnType<typeof jsonObject>) =>
      client.connect.links.create(chosenProfile!, {
        redirect_url: redirectUrl.trim(),
        ...(account ? { account_id: account.id } : {}),
        ...(platforms.length > 0 && !account ? { platforms: platforms as PlatformValue[] } : {}),
        ...(state ? { state } : {}),
        ...(language ? { language: language as PageLanguage } : {}),
        ...(object && Object.keys(object).length > 0 ? { metadata: object } : {}),
      }),
    {
      topics: ['connect_links'],
      onError: shownInForm,
      onSuccess: (link) => {
        keepRedirect(redirectUrl.trim())
        onMade({ link, language: (language || null) as PageLanguage | null })
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const object = jsonObject(metadata)
    setIsJsonWrong(object === null)
    if (object) create.mutate(object)
  }
  const isUnregistered =
    create.error instanceof PosternError && create.error.code === 'redirect_origin_not_registered'

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {account && <Text size="sm">{t('reconnectText')}</Text>}
        {origins.data?.length === 0 && (
          <Alert color="yellow" variant="light">
            {t('noOrigins')}{' '}
            <Anchor component={Link} to="/redirect-origins" inherit c="inherit" td="underline">
              {t('toOrigins')}
            </Anchor>
          </Alert>
        )}
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
          <Input.Wrapper
            label={t('platforms')}
            description={t('platformsHint')}
            error={fieldError(create.error, 'platforms') ?? platformError(create.error)}
            labelElement="div"
          >
            <Chip.Group multiple value={platforms} onChange={setPlatforms}>
              <Group gap="xs" mt={6} role="group" aria-label={t('platforms')}>
                {Object.entries(platformNames).map(([value, name], place) => (
                  <Chip
                    key={value}
                    value={value}
                    variant="outline"
                    data-autofocus={(place === 0 && profile !== undefined) || undefined}
                  >
                    {name}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
        )}
        <Autocomplete
          label={t('redirect')}
          description={t('redirectHint')}
          placeholder="https://app.example.com/connected"
          data={origins.data?.map(({ origin }) => `${origin}/`) ?? []}
          value={redirectUrl}
          onChange={setRedirect}
          error={isUnregistered ? t('notRegistered') : fieldError(create.error, 'redirect_url')}
          maxLength={2_048}
          type="url"
          openOnFocus={account === undefined}
          required
          data-autofocus={account !== undefined || undefined}
        />
        <Collapse expanded={isMore}>
          <Stack>
            <Select
              label={t('language')}
              data={[
                { value: '', label: t('browserLanguage') },
                ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
              ]}
              value={language}
              onChange={(value) => setLanguage(value ?? '')}
              allowDeselect={false}
            />
            <TextInput
              label={t('state')}
              description={t('stateHint')}
              value={state}
              onChange={(event) => setState(event.currentTarget.value)}
              error={fieldError(create.error, 'state')}
              maxLength={2_048}
            />
            <JsonInput
              label={t('metadata')}
              description={t('metadataHint')}
              value={metadata}
              onChange={setMetadata}
              error={isJsonWrong ? t('metadataWrong') : fieldError(create.error, 'metadata')}
              placeholder={'{"campaign": "spring"}'}
              autosize
              minRows={2}
              maxRows={8}
            />
          </Stack>
        </Collapse>
        <FormError
          error={isUnregistered || platformError(create.error) ? null : create.error}
          fields={fields}
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            onClick={() => setIsMore(!isMore)}
            aria-expanded={isMore}
            px="xs"
          >
            {isMore ? t('less') : t('more')}
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

/** The API names the one platform that is not configured, such as `platforms.0`. */
function platformError(error: Error | null): string | null {
  if (!(error instanceof PosternError)) return null
  const detail = error.details.find(({ path }) => path.startsWith('platforms.'))
  return detail ? detailOf(detail) : null
}
