import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import type { ApiKey, ApiKeyWithSecret } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { CreatedKey } from './created-key.tsx'
import { type Expiry, ExpiryField, expiresAtOf } from './expiry-field.tsx'
import { keyMessages } from './messages.ts'
import { defaultPreset, type Preset, presetOf, rightsOf } from './scopes.ts'
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
  const profiles = useProfiles()
  const form = useForm({
    initialValues: initialValuesOf(profile),
    check: ({ name, kind, profile_id, preset, scopes, expires_at }) => ({
      name: !name.trim() && t('nameMissing'),
      scopes: preset !== 'all' && scopes.length === 0 && t('noScope'),
      profile_id: kind === 'profile' && !profile_id && t('chooseProfile'),
      expires_at: expiresAtOf(expires_at) === 'invalid' && t('dayMissing'),
    }),
    send: async ({ name, kind, profile_id, preset, scopes, ...rest }) => {
      const expires_at = expiresAtOf(rest.expires_at)
      return await client.apiKeys.create({
        name,
        ...(kind === 'profile' && profile_id ? { profile_id } : {}),
        ...(preset === 'all' ? {} : { scopes }),
        ...(expires_at ? { expires_at } : {}),
      })
    },
    topics: ['api_keys'],
    onSuccess: onCreated,
  })
  const { kind, preset, scopes } = form.values
  const changeKind = (next: ApiKey['kind']) => {
    form.set({ kind: next })
    // A profile key cannot have every scope of an owner key.
    const currentPreset = presetOf(preset === 'all' ? null : scopes, kind)
    const presetScopes = currentPreset === 'custom' ? null : rightsOf(currentPreset, next)
    if (currentPreset !== 'custom') form.set({ scopes: presetScopes ?? [] })
    else if (next === 'profile')
      form.set({ scopes: scopes.filter((each) => !/^(profiles|keys):/.test(each)) })
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
      <Form form={form} action={t('create')} onCancel={onClose}>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          maxLength={LIMITS.key.nameCharsMax}
          required
          data-autofocus
          {...form.field('name')}
        />
        <ScopesField
          kind={kind}
          preset={preset}
          rights={scopes}
          onChange={(preset, scopes) => form.set({ preset, scopes })}
          error={form.errors.scopes}
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
            limit={100}
            searchable
            required
            {...form.field('profile_id')}
          />
        )}
        <ExpiryField {...form.field('expires_at')} />
      </Form>
    </FormDialog>
  )
}

function initialValuesOf(profile: ProfileName | undefined) {
  const kind: ApiKey['kind'] = profile ? 'profile' : 'owner'
  return {
    name: '',
    kind,
    profile_id: profile?.id ?? null,
    preset: defaultPreset as Preset,
    scopes: rightsOf(defaultPreset, kind) ?? [],
    expires_at: { choice: 'year', day: '' } as Expiry,
  }
}
