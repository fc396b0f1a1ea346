import { Autocomplete, Chip, Group, Input, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { useAllItems } from '../api/use-data.ts'
import { errorDetailMessage } from '../messages/api-error-message.ts'
import { useMessages } from '../messages/messages.ts'
import { fieldError } from '../parts/error-notice.tsx'
import { platformChoices } from '../parts/platform-mark.tsx'
import { useMember } from '../session/use-session.ts'
import { AddReturnDomain } from './add-return-domain.tsx'
import { pageLanguages } from './email-text.ts'
import type { LinkSettings } from './link-settings.ts'
import { linkMessages } from './messages.ts'

type PlatformsProps = {
  chosen: readonly string[]
  error: Error | null
  onChange: (platforms: string[]) => void
}

/** Platforms offered by the link; an empty selection means all. */
export function PlatformsField({ chosen, error, onChange }: PlatformsProps) {
  const t = useMessages(linkMessages)
  return (
    <Input.Wrapper
      label={t('platforms')}
      description={t('platformsHint')}
      error={platformError(error) ?? fieldError(error, 'platforms')}
      labelElement="div"
    >
      <Chip.Group multiple value={[...chosen]} onChange={onChange}>
        <Group gap="xs" mt={6} role="group" aria-label={t('platforms')}>
          {platformChoices().map(({ value, label: name }) => (
            <Chip key={value} value={value} variant="outline">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

/** The error of one platform: the API reports it at a path such as `platforms.0`. */
export function platformError(error: Error | null): string | null {
  if (!(error instanceof PosternError)) return null
  const detail = error.details.find(({ path }) => path.startsWith('platforms.'))
  return detail ? errorDetailMessage(detail) : null
}

const dayChoices = [1, 3, 7, 14, 30]

type OptionsProps = {
  settings: LinkSettings
  error: Error | null
  /** The return URL is not on a registered domain. */
  isUnregistered: boolean
  isMetadataInvalid: boolean
  isRedirectMissing: boolean
  onChange: (changes: Partial<LinkSettings>) => void
  /** The domain of the return URL is registered now. */
  onDomainAdded: () => void
}

/** Optional settings: lifetime of an invitation, return URL, language, state and metadata. */
export function LinkOptionFields(props: OptionsProps) {
  const { settings, error, isMetadataInvalid, onChange } = props
  const t = useMessages(linkMessages)
  const days = [...new Set([...dayChoices, settings.days])].sort((left, right) => left - right)
  return (
    <Stack>
      {settings.kind === 'invitation' && (
        <Select
          label={t('openFor')}
          data={days.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={String(settings.days)}
          onChange={(value) => onChange({ days: Number(value) })}
          allowDeselect={false}
        />
      )}
      <ReturnUrlField {...props} />
      <Select
        label={t('language')}
        data={[
          { value: '', label: t('browserLanguage') },
          ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
        ]}
        value={settings.language}
        onChange={(value) => onChange({ language: (value ?? '') as LinkSettings['language'] })}
        allowDeselect={false}
      />
      <TextInput
        label={t('state')}
        description={t('stateHint')}
        value={settings.state}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
        error={fieldError(error, 'state')}
        maxLength={LIMITS.connect.stateCharsMax}
      />
      <Textarea
        label={t('metadata')}
        description={t('metadataHint')}
        value={settings.metadata}
        onChange={(event) => onChange({ metadata: event.currentTarget.value })}
        error={isMetadataInvalid ? t('metadataWrong') : fieldError(error, 'metadata')}
        placeholder={'{"campaign": "spring"}'}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        minRows={2}
        maxRows={8}
      />
    </Stack>
  )
}

function ReturnUrlField({
  settings,
  error,
  isUnregistered,
  isRedirectMissing,
  onChange,
  onDomainAdded,
}: OptionsProps) {
  const t = useMessages(linkMessages)
  const { member, default_redirect_url: ownPage } = useMember()
  const isOwner = member.role === 'owner'
  const problem = isRedirectMissing
    ? t('redirectMissing')
    : isUnregistered && t(isOwner ? 'notRegistered' : 'notRegisteredStaff')
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
        value={settings.redirectUrl}
        onChange={(redirectUrl) => onChange({ redirectUrl })}
        error={problem || fieldError(error, 'redirect_url')}
        maxLength={LIMITS.connect.redirectUrlCharsMax}
        type="url"
        required
      />
      {isUnregistered && isOwner && (
        <AddReturnDomain url={settings.redirectUrl} onAdded={onDomainAdded} />
      )}
    </>
  )
}
