import '@mantine/dropzone/styles.css'
import { Button, Group, Input, rem, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import type { Account, PlatformValue } from '@postern/sdk'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import type { Attachment } from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { type Finding, fileAt } from '../../../post/findings/findings.ts'
import { LibraryPicker } from '../../../post/library/library-picker.tsx'
import {
  acceptedTypes,
  gigabytesMax,
  imageMegabytesMax,
  mediaLimitsOf,
} from '../../../post/library/media-limits.ts'
import { canCrop, MediaItem } from './media-item.tsx'
import { MediaLimitList } from './media-limit-list.tsx'
import { mediaMessages } from './media-messages.ts'
import { type MediaActions, mediaMax } from './use-media.ts'

const CropDialog = lazy(async () => {
  const { CropDialog: component } = await import('./crop-dialog.tsx')
  return { default: component }
})

type Props = {
  /** Without one, the field is one of several: it is small and shows no limits. */
  label?: string
  attachments: readonly Attachment[]
  /** The accounts whose limits apply. */
  accounts: readonly Account[]
  actions: MediaActions
  findings: readonly Finding[]
  /** Set for the list that accounts share: findings are named, and a crop may be for some only. */
  accountOf?: (id: string) => Account | undefined
  disabled?: boolean
}

/** The files of a post: added by drop, file dialog or URL; reordered by button or drag and drop. */
export function MediaField({
  label,
  attachments,
  accounts,
  actions,
  findings,
  accountOf,
  disabled = false,
}: Props) {
  const t = useMessages(mediaMessages)
  const openFileDialog = useRef<() => void>(null)
  const list = useRef<HTMLDivElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [announcement, announce] = useState('')
  const [isLibraryOpen, setIsLibraryOpen] = useState(false)
  const [isUrlOpen, setIsUrlOpen] = useState(false)
  const [croppedKey, setCroppedKey] = useState<string | null>(null)
  const cropped = attachments.find(({ key }) => key === croppedKey)
  const isFixable = (finding: Finding) =>
    finding.code === 'aspect_ratio' && keyAt(attachments, finding.path) !== null
  const croppedFindings = findings.filter(
    (finding) => isFixable(finding) && keyAt(attachments, finding.path) === croppedKey,
  )
  const refusedBy = croppedFindings.flatMap(({ level, platform }) =>
    level === 'error' && platform ? [platform] : [],
  )
  const { filesMax, altCharsMax } = mediaLimitsOf(accounts)
  const nameOf = (attachment: Attachment) => attachment.name || t(attachment.type)
  const move = (key: string, index: number) => {
    const attachment = attachments.find((candidate) => candidate.key === key)
    if (!attachment || index < 0 || index >= attachments.length) return
    actions.move(key, index)
    announce(t('moved', { name: nameOf(attachment), place: index + 1, count: attachments.length }))
  }
  const remove = (key: string) => {
    const index = attachments.findIndex((attachment) => attachment.key === key)
    const next = attachments[index + 1] ?? attachments[index - 1]
    announce(t('removed', { name: nameOf(attachments[index]!) }))
    actions.remove(key)
    // The focused button disappears with its file, so focus the next file's button.
    const labelKey = next?.state === 'uploading' ? 'cancel' : 'remove'
    const label = next && t(labelKey, { name: nameOf(next) })
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const button = buttons.find((candidate) => candidate.getAttribute('aria-label') === label)
    setTimeout(() => (button ?? chooseButton.current)?.focus())
  }
  return (
    <Input.Wrapper {...(label ? { label } : {})} labelElement="div">
      <Stack gap="xs" mt={4} ref={list}>
        {attachments.length > 0 && (
          <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {attachments.map((attachment, index) => (
              <MediaItem
                key={attachment.key}
                attachment={attachment}
                index={index}
                count={attachments.length}
                altCharsMax={altCharsMax}
                actions={{ ...actions, move, remove }}
                onCrop={setCroppedKey}
              />
            ))}
          </Stack>
        )}
        <Dropzone
          openRef={openFileDialog}
          onDrop={actions.addFiles}
          activateOnClick={false}
          activateOnKeyboard={false}
          disabled={disabled}
          p={label ? 'sm' : 4}
          // The button inside is the control, not the drop zone.
          role="presentation"
          tabIndex={-1}
          inputProps={{ accept: acceptedTypes.join(), 'aria-label': t('choose') }}
          styles={{ inner: { pointerEvents: 'all' } }}
        >
          <Group gap="sm" justify="center" ta="center">
            {label && (
              <Group gap="sm" visibleFrom="sm">
                <ImagePlus size={22} aria-hidden />
                <Text size="sm">{t('drop')}</Text>
              </Group>
            )}
            <Button
              ref={chooseButton}
              size="xs"
              variant="default"
              disabled={disabled}
              data-invalid={findings.some(({ level }) => level === 'error') || undefined}
              onClick={() => openFileDialog.current?.()}
            >
              {t('choose')}
            </Button>
            {actions.profileId && (
              <Button
                size="xs"
                variant="subtle"
                disabled={disabled}
                onClick={() => setIsLibraryOpen(true)}
              >
                {t('fromLibrary')}
              </Button>
            )}
            <Button
              size="xs"
              variant="subtle"
              disabled={disabled}
              aria-expanded={isUrlOpen}
              onClick={() => setIsUrlOpen(!isUrlOpen)}
            >
              {t('fromUrl')}
            </Button>
            {label && (
              <Text size="xs" c="dimmed" w="100%">
                {filesMax === null
                  ? t('kinds', { image: imageMegabytesMax, video: gigabytesMax })
                  : t('perPost', { count: filesMax })}
              </Text>
            )}
          </Group>
        </Dropzone>
        {label && attachments.length === 0 && <MediaLimitList accounts={accounts} />}
        {actions.isFull && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('full', { count: mediaMax })}
          </Text>
        )}
        {isUrlOpen && <UrlForm disabled={disabled} onAdd={actions.addUrl} />}
      </Stack>
      <div aria-live="polite">
        <FindingList
          findings={findings}
          {...(accountOf ? { accountOf } : {})}
          fileOf={({ path }) => fileAt(attachments, path)}
          fix={{
            label: t('cropIt'),
            isFor: (finding) => isFixable(finding) && keyAt(attachments, finding.path) !== null,
            run: ({ path }) => setCroppedKey(keyAt(attachments, path)),
          }}
        />
      </div>
      {isLibraryOpen && actions.profileId && (
        <LibraryPicker
          profileId={actions.profileId}
          max={Math.min(filesMax ?? mediaMax, mediaMax) - attachments.length}
          onChoose={actions.addStored}
          onClose={() => setIsLibraryOpen(false)}
        />
      )}
      {cropped && (
        <Suspense>
          <CropDialog
            attachment={cropped}
            accounts={accounts}
            refusedBy={refusedBy}
            canSplit={accountOf !== undefined}
            onApply={(file, platforms) =>
              actions.crop(cropped.key, file, platforms && idsOf(accounts, platforms))
            }
            onClose={() => setCroppedKey(null)}
          />
        </Suspense>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Input.Wrapper>
  )
}

function idsOf(accounts: readonly Account[], platforms: readonly PlatformValue[]): string[] {
  return accounts.filter(({ platform }) => platforms.includes(platform)).map(({ id }) => id)
}

/** The key of the image at `media.1`; `null` if it is a video or no file is named. */
function keyAt(attachments: readonly Attachment[], path: string): string | null {
  const index = /^media\.(\d+)/.exec(path)?.[1]
  const file = index && attachments.filter(({ media }) => media !== null)[Number(index)]
  return file && canCrop(file) ? file.key : null
}

function UrlForm({ disabled, onAdd }: { disabled: boolean; onAdd: (url: string) => void }) {
  const t = useMessages(mediaMessages)
  const [url, setUrl] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const add = () => {
    const trimmed = url.trim()
    const isUrl = URL.canParse(trimmed) && /^https?:/.test(trimmed)
    setIsWrong(!isUrl)
    if (!isUrl) return
    onAdd(trimmed)
    setUrl('')
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        flex={1}
        size="sm"
        type="url"
        disabled={disabled}
        ref={field}
        label={t('url')}
        placeholder={t('urlPlaceholder')}
        value={url}
        error={isWrong ? t('urlInvalid') : null}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          setIsWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button
        variant="default"
        // At the height of the field, below its label.
        mt={rem(24)}
        disabled={disabled || !url.trim()}
        onClick={add}
      >
        {t('add')}
      </Button>
    </Group>
  )
}
