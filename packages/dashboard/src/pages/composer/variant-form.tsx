import { Stack, Switch, Textarea } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { platformOf } from '../../api/platforms.ts'
import { useMessages } from '../../messages/messages.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { type Composition, contentOf, type Variant, variantOf } from '../../post/composition.ts'
import { FindingList, FindingText } from '../../post/findings/finding-list.tsx'
import { type Finding, fileAt, findingsAt } from '../../post/findings/findings.ts'
import { textOn } from '../../post/published-content.ts'
import { TextField } from './fields/text-field.tsx'
import { MediaField } from './media/media-field.tsx'
import { mediaMessages } from './media/media-messages.ts'
import type { MediaOf } from './media/use-media.ts'
import { composerMessages } from './messages.ts'
import { OptionFields } from './options/option-fields.tsx'
import { OwnThread } from './thread/own-thread.tsx'

type Props = {
  composition: Composition
  account: Account
  findings: readonly Finding[]
  mediaOf: MediaOf
  onChange: (change: Partial<Variant>) => void
}

/** The overrides of one account: text, media, thread, first comment, options and time. */
export function VariantForm({ composition, account, findings, mediaOf, onChange }: Props) {
  const t = useMessages(composerMessages)
  const tm = useMessages(mediaMessages)
  const variant = variantOf(composition, account.id)
  const { attachments } = contentOf(composition, account.id)
  const media = mediaOf(account.id)
  const { kind } = textOn(composition, account)
  const platform = platformOf(account.platform)
  const textFindings = findingsAt(findings, 'text')
  const errorId = `text-of-${account.id}`
  const errorOf = (path: string) => {
    const error = findingsAt(findings, path).find(({ level }) => level === 'error')
    return error ? <FindingText finding={error} /> : null
  }
  return (
    <Stack gap="md">
      <FindingList findings={findingsAt(findings, 'account_id')} />
      <Switch
        label={t('ownText')}
        checked={variant.text !== null}
        onChange={(event) =>
          onChange({ text: event.currentTarget.checked ? composition.text : null })
        }
      />
      {variant.text !== null && (
        <TextField
          label={`${t('ownText')} · ${account.username}`}
          description={t('ownTextHint')}
          text={variant.text}
          profileId={composition.profileId}
          accounts={[account]}
          publishedOn={() => textOn(composition, account)}
          isWrong={textFindings.some(({ level }) => level === 'error')}
          errorId={errorId}
          onChange={(text) => onChange({ text })}
          onFiles={media.addFiles}
        />
      )}
      <div id={errorId}>
        <FindingList findings={textFindings} />
      </div>
      <Switch
        label={t('ownMedia')}
        checked={variant.media !== null}
        onChange={(event) =>
          onChange({ media: event.currentTarget.checked ? [...composition.media] : null })
        }
      />
      {variant.media !== null && (
        <MediaField
          label={`${tm('media')} · ${account.username}`}
          attachments={attachments}
          accounts={[account]}
          actions={media}
          findings={findingsAt(findings, 'media')}
        />
      )}
      {variant.media === null && (
        <FindingList
          findings={findingsAt(findings, 'media')}
          fileOf={({ path }) => fileAt(attachments, path)}
        />
      )}
      <OwnThread {...{ composition, account, findings, mediaOf, onChange }} />
      {platform?.abilities.first_comment && (
        <Textarea
          label={t('firstComment')}
          description={t('firstCommentHint')}
          autosize
          minRows={2}
          maxLength={LIMITS.post.firstCommentCharsMax}
          dir="auto"
          value={variant.firstComment}
          error={errorOf('first_comment')}
          onChange={(event) => onChange({ firstComment: event.currentTarget.value })}
        />
      )}
      <OptionFields
        platform={account.platform}
        kind={kind}
        isProminent={false}
        options={variant.options}
        errorOf={(name) => errorOf(`options.${name}`)}
        onChange={(options) => onChange({ options })}
      />
      {composition.when === 'schedule' && (
        <>
          <Switch
            label={t('ownTime')}
            checked={variant.at !== null}
            onChange={(event) =>
              onChange({ at: event.currentTarget.checked ? composition.at : null })
            }
          />
          {variant.at !== null && (
            <DateTimeField
              label={t('ownTime')}
              value={variant.at}
              error={errorOf('scheduled_at')}
              onChange={(at) => onChange({ at })}
            />
          )}
        </>
      )}
    </Stack>
  )
}
