import { Chip, Group, Input, JsonInput, Select, Stack, TextInput } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { errorDetailMessage } from '../../messages/api-error-message.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { platformChoices } from '../../parts/platform-mark.tsx'
import { type PageLanguage, pageLanguages } from './email-text.ts'
import { linkMessages } from './messages.ts'

type PlatformsProps = {
  chosen: string[]
  error: Error | null
  /** Focuses the field when the dialog opens. */
  isFirst: boolean
  onChange: (platforms: string[]) => void
}

/** Platforms offered by the link; an empty selection means all. */
export function PlatformsField({ chosen, error, isFirst, onChange }: PlatformsProps) {
  const t = useMessages(linkMessages)
  return (
    <Input.Wrapper
      label={t('platforms')}
      description={t('platformsHint')}
      error={fieldError(error, 'platforms') ?? platformError(error)}
      labelElement="div"
    >
      <Chip.Group multiple value={chosen} onChange={onChange}>
        <Group gap="xs" mt={6} role="group" aria-label={t('platforms')}>
          {platformChoices().map(({ value, label: name }, index) => (
            <Chip
              key={value}
              value={value}
              variant="outline"
              data-autofocus={(isFirst && index === 0) || undefined}
            >
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

export type LinkOptions = {
  /** '' uses the language of the client's browser. */
  language: PageLanguage | ''
  state: string
  /** Unparsed JSON. */
  metadata: string
}

export const defaultOptions: LinkOptions = { language: '', state: '', metadata: '' }

type OptionsProps = {
  options: LinkOptions
  error: Error | null
  isMetadataInvalid: boolean
  onChange: (options: LinkOptions) => void
}

/** Optional settings: language, state and metadata. */
export function LinkOptionFields({ options, error, isMetadataInvalid, onChange }: OptionsProps) {
  const t = useMessages(linkMessages)
  return (
    <Stack>
      <Select
        label={t('language')}
        data={[
          { value: '', label: t('browserLanguage') },
          ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
        ]}
        value={options.language}
        onChange={(value) =>
          onChange({ ...options, language: (value ?? '') as LinkOptions['language'] })
        }
        allowDeselect={false}
      />
      <TextInput
        label={t('state')}
        description={t('stateHint')}
        value={options.state}
        onChange={(event) => onChange({ ...options, state: event.currentTarget.value })}
        error={fieldError(error, 'state')}
        maxLength={2_048}
      />
      <JsonInput
        label={t('metadata')}
        description={t('metadataHint')}
        value={options.metadata}
        onChange={(metadata) => onChange({ ...options, metadata })}
        error={isMetadataInvalid ? t('metadataWrong') : fieldError(error, 'metadata')}
        placeholder={'{"campaign": "spring"}'}
        autosize
        minRows={2}
        maxRows={8}
      />
    </Stack>
  )
}
