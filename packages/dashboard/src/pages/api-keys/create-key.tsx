import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import type { ApiKey, ApiKeyWithSecret } from '@postern/sdk'
import { type FormEvent, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { profileName } from '../../parts/visible-name.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { CreatedKey } from './created-key.tsx'
import { type Expiry, ExpiryField, expiresAtOf } from './expiry-field.tsx'
import { keyMessages } from './messages.ts'
import { defaultPreset, type Preset, presetOf, type Right, rightsOf } from './scopes.ts'
import { ScopesField } from './scopes-field.tsx'

type Props = {
  /** Restricts the key to this profile; without it the form offers both kinds. */
  profile?: ProfileName
  onClose: () => void
}

export function CreateKey({ profile, onClose }: Props) {
  const t = useMessages(keyMessages)
  const [created, setCreated] = useState<ApiKeyWithSecret | null>(null)
  if (created) return <CreatedKey title={t('created')} apiKey={created} onClose={onClose} />
  return <KeyForm profile={profile} onClose={onClose} onCreated={setCreated} />
}

type FormProps = {
  profile: ProfileName | undefined
  onClose: () => void
  onCreated: (created: ApiKeyWithSecret) => void
}

function KeyForm({ profile, onClose, onCreated }: FormProps) {
  const t = useMessages(keyMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<ApiKey['kind']>(profile ? 'profile' : 'owner')
  const [profileId, setProfileId] = useState<string | null>(profile?.id ?? null)
  const [preset, setPreset] = useState<Preset>(defaultPreset)
  const [rights, setRights] = useState<Right[]>(() => rightsOf(defaultPreset, kind) ?? [])
  const [expiry, setExpiry] = useState<Expiry>({ choice: 'year', day: '' })
  const nameField = useRef<HTMLInputElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)

  const expiresAt = expiresAtOf(expiry)
  const hasNoName = name.trim() === ''
  const hasNoScopes = preset !== 'all' && rights.length === 0
  const create = useAction(
    () =>
      client.apiKeys.create({
        name,
        ...(kind === 'profile' && profileId ? { profile_id: profileId } : {}),
        ...(preset === 'all' ? {} : { scopes: rights }),
        ...(expiresAt ? { expires_at: expiresAt } : {}),
      }),
    { topics: ['api_keys'], onError: shownInForm, onSuccess: onCreated },
  )
  const changeKind = (next: ApiKey['kind']) => {
    setKind(next)
    // A profile key cannot have every scope of an owner key.
    const currentPreset = presetOf(preset === 'all' ? null : rights, kind)
    const presetScopes = currentPreset === 'custom' ? null : rightsOf(currentPreset, next)
    if (currentPreset !== 'custom') setRights(presetScopes ?? [])
    else if (next === 'profile') setRights(rights.filter((each) => !/^(profiles|keys):/.test(each)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (hasNoName) return nameField.current?.focus()
    if (expiresAt === 'invalid' || hasNoScopes || (kind === 'profile' && !profileId)) return
    create.mutate(undefined)
  }
  const title = profile ? t('createFor', { name: profileName(profile) }) : t('create')
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {title}
        </Text>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            ref={nameField}
            label={t('name')}
            description={t('nameHint')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wasSubmitted && hasNoName ? t('nameMissing') : fieldError(create.error, 'name')}
            maxLength={LIMITS.key.nameCharsMax}
            required
            data-autofocus
          />
          <ScopesField
            kind={kind}
            preset={preset}
            rights={rights}
            onChange={(nextPreset, nextRights) => {
              setPreset(nextPreset)
              setRights(nextRights)
            }}
            error={wasSubmitted && hasNoScopes ? t('noScope') : fieldError(create.error, 'scopes')}
          />
          {!profile && (
            <Radio.Group
              label={t('access')}
              value={kind}
              onChange={(value) => changeKind(value as ApiKey['kind'])}
            >
              <Stack gap="xs" mt={4}>
                <Radio value="owner" label={t('owner')} description={t('ownerHint')} />
                <Radio value="profile" label={t('profile')} description={t('profileHint')} />
              </Stack>
            </Radio.Group>
          )}
          {!profile && kind === 'profile' && (
            <Select
              label={t('profileOf')}
              placeholder={t('chooseProfile')}
              data={profiles.map(({ id, name: label }) => ({ value: id, label }))}
              value={profileId}
              onChange={setProfileId}
              error={
                wasSubmitted && !profileId
                  ? t('chooseProfile')
                  : fieldError(create.error, 'profile_id')
              }
              limit={100}
              searchable
              required
            />
          )}
          <ExpiryField
            expiry={expiry}
            onChange={setExpiry}
            error={
              wasSubmitted && expiresAt === 'invalid'
                ? t('dayMissing')
                : fieldError(create.error, 'expires_at')
            }
          />
          <FormError error={create.error} fields={['name', 'profile_id', 'scopes', 'expires_at']} />
          <Group className="dialog-buttons" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}
