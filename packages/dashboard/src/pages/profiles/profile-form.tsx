import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { JsonValue, Profile } from '@postern/sdk'
import { type FormEvent, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ColorField } from '../../parts/color-field.tsx'
import { fieldError } from '../../parts/error-notice.tsx'
import { focusInvalid, useFocusInvalid } from '../../parts/focus-invalid.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { leastUsedColor, profileColor, profileColors } from '../../parts/profile-color.ts'
import { ProfileMark } from '../../parts/profile-mark.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { profileMessages } from './messages.ts'

type Props = {
  /** Undefined to create a profile. */
  profile?: Profile | undefined
  onClose: () => void
  onSaved?: (profile: Profile) => void
}

/** What the API accepts; empty for none. */
const externalIdShape = /^[A-Za-z0-9._:@+-]*$/
const fields = ['name', 'external_id', 'color', 'metadata']

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
  const [name, setName] = useState(profile?.name ?? '')
  const [externalId, setExternalId] = useState(profile?.external_id ?? '')
  const profiles = useProfiles()
  const [chosenColor, setColor] = useState<string | null>(null)
  const listed = profile && (profiles.find(({ id }) => id === profile.id) ?? profile)
  const color = chosenColor ?? (listed ? profileColor(listed) : leastUsedColor(profiles))
  const [metadata, setMetadata] = useState(() => textOf(profile?.metadata))
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})

  const save = useAction(
    async (_, values: { metadata: Record<string, JsonValue> }) => {
      if (profile) {
        const changed = { name, external_id: externalId.trim() || null, color, ...values }
        return await client.profiles.update(profile.id, changed)
      }
      const external_id = externalId.trim()
      if (external_id) {
        // Creating with a used external_id returns the existing profile instead of an error.
        const [taken] = (await client.profiles.list({ external_id, limit: 1 })).data
        if (taken) throw new ExternalIdUsed(profileName(taken))
      }
      return await client.profiles.create({
        name,
        color,
        ...(external_id ? { external_id } : {}),
        ...values,
      })
    },
    {
      topics: ['profiles', 'session'],
      onError: shownInForm,
      onSuccess: (saved) => {
        onClose()
        onSaved?.(saved)
      },
    },
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const object = objectOf(metadata)
    const found = {
      ...(!name.trim() && { name: t('nameMissing') }),
      ...(!externalIdShape.test(externalId.trim()) && { external_id: t('externalIdWrong') }),
      ...(!object && { metadata: t('metadataWrong') }),
    }
    setProblems(found)
    if (!object || Object.keys(found).length > 0) return focusInvalid(form.current)
    save.mutate({ metadata: object })
  }
  useFocusInvalid(form, save.error)
  const owner = save.error instanceof ExternalIdUsed ? save.error.owner : null
  const used = owner === null ? {} : { external_id: t('externalIdUsed', { name: owner }) }
  const shown: Readonly<Record<string, string>> = { ...problems, ...used }
  const errorOf = (field: string) => shown[field] ?? fieldError(save.error, field)
  /** What was wrong with a field no longer is, once it is changed. */
  const changed =
    <T,>(field: string, set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setProblems(({ [field]: _, ...others }) => others)
      if (errorOf(field)) save.reset()
    }

  return (
    <FormDialog opened onClose={onClose} title={profile ? t('editTitle') : t('create')} size="lg">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            value={name}
            onChange={(event) => changed('name', setName)(event.currentTarget.value)}
            error={errorOf('name')}
            maxLength={LIMITS.profile.nameCharsMax}
            dir="auto"
            required
            data-autofocus
          />
          <ColorField
            label={t('color')}
            description={t('colorHint')}
            value={color}
            onChange={changed('color', setColor)}
            error={errorOf('color')}
            swatches={[...profileColors]}
            swatchesPerRow={6}
            leftSection={<ProfileMark profile={{ id: '', name, color }} />}
          />
          <TextInput
            label={t('externalId')}
            description={t('externalIdHint')}
            value={externalId}
            onChange={(event) => changed('external_id', setExternalId)(event.currentTarget.value)}
            error={errorOf('external_id')}
            maxLength={LIMITS.profile.externalIdCharsMax}
            autoComplete="off"
            spellCheck={false}
          />
          <Textarea
            label={t('metadata')}
            description={t('metadataHint')}
            value={metadata}
            onChange={(event) => changed('metadata', setMetadata)(event.currentTarget.value)}
            error={errorOf('metadata')}
            placeholder={'{"plan": "gold"}'}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            spellCheck={false}
            autosize
            minRows={2}
            maxRows={12}
          />
          <FormError error={owner === null ? save.error : null} fields={fields} />
          <Group className="dialog-buttons" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {profile ? common('save') : t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}

function textOf(metadata: Profile['metadata'] | undefined): string {
  if (!metadata || Object.keys(metadata).length === 0) return ''
  return JSON.stringify(metadata, null, 2)
}

function objectOf(text: string): Record<string, JsonValue> | null {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, JsonValue>) : null
  } catch {
    return null
  }
}
