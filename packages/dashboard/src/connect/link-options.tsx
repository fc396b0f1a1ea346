import { Autocomplete, Chip, Group, Input, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAllItems } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { platformChoices } from '../parts/platform-mark.tsx'
import { useMember } from '../session/use-session.ts'
import { AddReturnDomain } from './add-return-domain.tsx'
import { pageLanguages } from './email-text.ts'
import { linkMessages } from './messages.ts'
import type { LinkFormState } from './use-link-form.ts'

type PlatformsProps = {
  value: readonly string[]
  error: ReactNode
  onChange: (platforms: string[]) => void
}

/** Platforms offered by the link; an empty selection means all. */
export function PlatformsField({ value, error, onChange }: PlatformsProps) {
  const t = useMessages(linkMessages)
  return (
    <Input.Wrapper
      label={t('platforms')}
      description={t('platformsHint')}
      error={error}
      labelElement="div"
    >
      <Chip.Group multiple value={[...value]} onChange={onChange}>
        <Group gap="xs" mt={6} role="group" aria-label={t('platforms')}>
          {platformChoices().map(({ value, label: name }) => (
            <Chip
              key={value}
              value={value}
              variant="outline"
              aria-invalid={error ? true : undefined}
            >
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

const dayChoices = [1, 3, 7, 14, 30]

type OptionsProps = { form: LinkFormState }

/** Optional settings: lifetime of an invitation, return URL, language, state and metadata. */
export function LinkOptionFields({ form }: OptionsProps) {
  const t = useMessages(linkMessages)
  const { kind, days: openDays } = form.values
  const days = [...new Set([...dayChoices, openDays])].sort((left, right) => left - right)
  return (
    <Stack>
      {kind === 'invitation' && (
        <Select
          label={t('openFor')}
          data={days.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={String(openDays)}
          onChange={(value) => form.set({ days: Number(value) })}
          allowDeselect={false}
        />
      )}
      <ReturnUrlField form={form} />
      <Select
        label={t('language')}
        data={[
          { value: '', label: t('browserLanguage') },
          ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
        ]}
        allowDeselect={false}
        {...form.field('language')}
      />
      <TextInput
        label={t('state')}
        description={t('stateHint')}
        maxLength={LIMITS.connect.stateCharsMax}
        {...form.field('state')}
      />
      <Textarea
        label={t('metadata')}
        description={t('metadataHint')}
        placeholder={'{"campaign": "spring"}'}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('metadata')}
      />
    </Stack>
  )
}

function ReturnUrlField({ form }: OptionsProps) {
  const t = useMessages(linkMessages)
  const { member, default_redirect_url: ownPage } = useMember()
  const isOwner = member.role === 'owner'
  const origins = useAllItems(
    'connect_settings',
    'origins',
    (each) => each.connect.origins.list(),
    { scope: 'all', enabled: isOwner },
  )
  return (
    <>
      <Autocomplete
        label={t('redirect')}
        description={t('redirectHint')}
        placeholder="https://app.example.com/connected"
        data={[ownPage, ...(origins.data ?? []).map(({ origin }) => `${origin}/`)]}
        maxLength={LIMITS.connect.redirectUrlCharsMax}
        type="url"
        required
        {...form.field('redirect_url')}
      />
      {form.isUnregistered && isOwner && (
        <AddReturnDomain url={form.values.redirect_url} onAdded={() => form.submit()} />
      )}
    </>
  )
}
