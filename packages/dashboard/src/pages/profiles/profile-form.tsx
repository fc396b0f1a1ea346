import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { ColorField } from '../../parts/color-field.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { jsonObjectText, parseJsonObject } from '../../parts/json-object.ts'
import { commonMessages } from '../../parts/messages.ts'
import { leastUsedColor, profileColor, profileColors } from '../../parts/profile-color.ts'
import { ProfileMark } from '../../parts/profile-mark.tsx'
import { timeZone } from '../../parts/time-zone.ts'
import { profileName } from '../../parts/visible-name.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { profileMessages } from './messages.ts'

type Props = {
  /** Undefined to create a profile. */
  profile?: Profile | undefined
  onClose: () => void
  onSaved?: (profile: Profile) => void
}

/** Browsers leave out UTC, and names that another browser may have stored. */
function zoneNames(stored: string) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

/** What the API accepts; empty for none. */
const externalIdShape = /^[A-Za-z0-9._:@+-]*$/

/** Creating a profile with this external ID would return the existing one. */
class ExternalIdUsed extends Error {
  readonly owner: string

  constructor(owner: string) {
    super(`“${owner}” already uses this external ID.`)
    this.owner = owner
  }
}

/** Creates or edits a profile. The entered values stay when saving fails. */
export function ProfileForm({ profile, onClose, onSaved }: Props) {
  const t = useMessages(profileMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const listed = profile && (profiles.find(({ id }) => id === profile.id) ?? profile)
  const automatic = listed ? profileColor(listed) : leastUsedColor(profiles)
  const form = useForm({
    initialValues: {
      name: profile?.name ?? '',
      color: null as string | null,
      external_id: profile?.external_id ?? '',
      metadata: jsonObjectText(profile?.metadata ?? {}),
      time_zone: profile?.time_zone ?? timeZone(),
      approval_required: profile?.approval_required ?? false,
    },
    check: ({ name, external_id, metadata }) => ({
      name: !name.trim() && t('nameMissing'),
      external_id: !externalIdShape.test(external_id.trim()) && t('externalIdWrong'),
      metadata: !parseJsonObject(metadata) && t('metadataWrong'),
    }),
    onError: (error) =>
      error instanceof ExternalIdUsed && {
        external_id: t('externalIdUsed', { name: error.owner }),
      },
    send: async ({ name, metadata, time_zone, approval_required, ...values }) => {
      const color = values.color ?? automatic
      const settings = { color, time_zone, approval_required }
      const body = { name, ...settings, metadata: parseJsonObject(metadata)! }
      const external_id = values.external_id.trim() || null
      if (profile) return await client.profiles.update(profile.id, { ...body, external_id })
      if (!external_id) return await client.profiles.create(body)
      // Creating with a used external_id returns the existing profile instead of an error.
      const [taken] = (await client.profiles.list({ external_id, limit: 1 })).data
      if (taken) throw new ExternalIdUsed(profileName(taken))
      return await client.profiles.create({ ...body, external_id })
    },
    topics: ['profiles', 'session'],
    onSuccess: (saved) => {
      onClose()
      onSaved?.(saved)
    },
  })
  const color = form.values.color ?? automatic
  return (
    <FormDialog opened onClose={onClose} title={profile ? t('editTitle') : t('create')} size="lg">
      <Form form={form} action={profile ? common('save') : t('create')} onCancel={onClose}>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          {...form.field('name')}
          maxLength={LIMITS.profile.nameCharsMax}
          dir="auto"
          required
          data-autofocus
        />
        <ColorField
          label={t('color')}
          description={t('colorHint')}
          {...form.field('color')}
          value={color}
          swatches={[...profileColors]}
          swatchesPerRow={6}
          leftSection={<ProfileMark profile={{ id: '', name: form.values.name, color }} />}
        />
        <Select
          label={t('timeZone')}
          description={t('timeZoneHint')}
          {...form.field('time_zone')}
          data={zoneNames(form.values.time_zone)}
          searchable
          allowDeselect={false}
        />
        <TextInput
          label={t('externalId')}
          description={t('externalIdHint')}
          {...form.field('external_id')}
          maxLength={LIMITS.profile.externalIdCharsMax}
          autoComplete="off"
          spellCheck={false}
        />
        <Switch
          label={t('profileSwitch')}
          description={t('profileHint')}
          checked={form.values.approval_required}
          onChange={(event) => form.set({ approval_required: event.currentTarget.checked })}
        />
        <Textarea
          label={t('metadata')}
          description={t('metadataHint')}
          {...form.field('metadata')}
          placeholder={'{"plan": "gold"}'}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={12}
        />
      </Form>
    </FormDialog>
  )
}
