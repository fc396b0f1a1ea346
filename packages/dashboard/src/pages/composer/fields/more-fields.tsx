import { Accordion, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useMessages } from '../../../messages/messages.ts'
import type { Composition } from '../../../post/composition.ts'
import { metadataOf } from '../../../post/post-body.ts'
import { composerMessages } from '../messages.ts'

type Change = Partial<Pick<Composition, 'tags' | 'externalId' | 'metadata'>>

type Props = {
  composition: Composition
  errorOf: (path: string) => string | null
  onChange: (change: Change) => void
}

/** Internal fields that are not published: tags, external ID, metadata. */
export function MoreFields({ composition, errorOf, onChange }: Props) {
  const t = useMessages(composerMessages)
  const { tags, externalId, metadata } = composition
  const isFilled = tags.length > 0 || externalId !== '' || metadata !== ''
  return (
    <Accordion variant="separated" defaultValue={isFilled ? 'more' : null} order={2}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('more')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <TagsInput
              label={t('tags')}
              description={t('tagsHint')}
              maxTags={LIMITS.post.tagsMax}
              value={tags}
              error={errorOf('tags')}
              onChange={(values) =>
                onChange({ tags: values.map((tag) => tag.slice(0, LIMITS.post.tagCharsMax)) })
              }
            />
            <TextInput
              label={t('externalId')}
              maxLength={LIMITS.post.externalIdCharsMax}
              value={externalId}
              error={errorOf('external_id')}
              onChange={(event) => onChange({ externalId: event.currentTarget.value })}
            />
            <Textarea
              label={t('metadata')}
              description={t('metadataHint')}
              placeholder="{}"
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              spellCheck={false}
              autosize
              minRows={2}
              value={metadata}
              error={metadataOf(composition) === null ? t('metadataWrong') : errorOf('metadata')}
              onChange={(event) => onChange({ metadata: event.currentTarget.value })}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
