import { Button, Collapse, Group, Stack } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { type FormEvent, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { fieldError } from '../parts/error-notice.tsx'
import { focusInvalid } from '../parts/focus-invalid.ts'
import { FormError } from '../parts/form-error.tsx'
import { commonMessages } from '../parts/messages.ts'
import { SearchableSelect } from '../parts/searchable-select.tsx'
import { type ProfileName, useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import { BrandNameField, useBrandNameInput } from './brand-name.tsx'
import { LinkOptionFields, PlatformsField, platformError } from './link-options.tsx'
import { type LinkSettings, newSettings } from './link-settings.ts'
import { linkMessages } from './messages.ts'
import { SendChoice } from './send-choice.tsx'
import { parseJsonObject, readStoredRedirect, storeRedirect } from './stored-redirect.ts'
import type { Created } from './use-create.ts'
import { useCreate } from './use-create.ts'

type Props = {
  profile: ProfileName | undefined
  /** The settings of an earlier link or invitation. */
  like: LinkSettings | undefined
  onCancel: () => void
  onCreated: (created: Created) => void
}

const optionFields = ['redirect_url', 'state', 'metadata', 'language']
const fields = [...optionFields, 'platforms', 'profile_id', 'brand_name']

/** Form of a connect link or an invitation. The return URL defaults to this installation's page. */
export function LinkForm({ profile, like, onCancel, onCreated }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const { default_redirect_url: ownPage } = useMember()
  const brandName = useBrandNameInput()
  const [profileId, setProfileId] = useState(profile?.id ?? null)
  const [settings, setSettings] = useState(
    () => like ?? newSettings(readStoredRedirect() ?? ownPage),
  )
  const [isOpened, setIsOpened] = useState(settings.redirectUrl !== ownPage)
  const [isMetadataInvalid, setIsMetadataInvalid] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = (changes: Partial<LinkSettings>) => {
    setSettings({ ...settings, ...changes })
    if (changes.metadata !== undefined) setIsMetadataInvalid(false)
  }

  const { kind, platforms } = settings
  const redirectUrl = settings.redirectUrl.trim()
  const chosenProfile = profileId ?? (profiles.length === 1 ? profiles[0]!.id : null)
  const isProfileMissing = isSent && !chosenProfile
  const isRedirectMissing = isSent && !redirectUrl
  const create = useCreate((created) => {
    storeRedirect(redirectUrl)
    onCreated(created)
  })
  const send = () => {
    const metadata = parseJsonObject(settings.metadata)
    setIsMetadataInvalid(metadata === null)
    setIsSent(true)
    // They stay open while the error is corrected.
    if (!metadata || !redirectUrl) setIsOpened(true)
    const isNamed = brandName.check()
    if (!chosenProfile || !isNamed || !metadata || !redirectUrl) return focusInvalid(form.current)
    create.mutate({
      ...settings,
      redirectUrl,
      metadata,
      profileId: chosenProfile,
      brandName: brandName.name,
      account: undefined,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const isUnregistered =
    create.error instanceof PosternError && create.error.code === 'redirect_origin_not_registered'
  // An error in a field must be visible.
  const isExpanded =
    isOpened ||
    isUnregistered ||
    optionFields.some((name) => fieldError(create.error, name) !== null)

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {!profile && (
          <SearchableSelect
            label={t('profile')}
            placeholder={t('chooseProfile')}
            data={profiles.map(({ id, name: label }) => ({ value: id, label }))}
            value={chosenProfile}
            onChange={setProfileId}
            error={isProfileMissing ? t('profileMissing') : fieldError(create.error, 'profile_id')}
            limit={100}
            required
            data-autofocus
          />
        )}
        <SendChoice kind={kind} onChange={(value) => change({ kind: value })} />
        <PlatformsField
          chosen={platforms}
          error={create.error}
          onChange={(value) => change({ platforms: value })}
        />
        <BrandNameField input={brandName} error={create.error} />
        {/* At once, so that a wrong field in it can be focused. */}
        <Collapse expanded={isExpanded} transitionDuration={0}>
          <LinkOptionFields
            settings={settings}
            error={create.error}
            isUnregistered={isUnregistered}
            isMetadataInvalid={isMetadataInvalid}
            isRedirectMissing={isRedirectMissing}
            onChange={change}
            onDomainAdded={send}
          />
        </Collapse>
        <FormError
          error={isUnregistered || platformError(create.error) ? null : create.error}
          fields={fields}
        />
        <Group className="dialog-buttons" justify="space-between">
          <Button
            variant="subtle"
            onClick={() => setIsOpened(!isExpanded)}
            aria-expanded={isExpanded}
            px="xs"
          >
            {isExpanded ? t('less') : t('more')}
          </Button>
          <Group flex="1 1 auto" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t(kind === 'link' ? 'createLink' : 'createInvitation')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
