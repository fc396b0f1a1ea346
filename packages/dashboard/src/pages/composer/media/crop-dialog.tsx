import 'react-image-crop/dist/ReactCrop.css'
import './crop-dialog.css'
import { Button, Checkbox, Group, Input, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Account, PlatformValue } from '@postern/sdk'
import { Check, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { type Translate, useMessages } from '../../../messages/messages.ts'
import { commonMessages } from '../../../parts/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import type { Attachment } from '../../../post/composition.ts'
import { cropImage } from './crop-image.ts'
import { type CropTexts, cropMessages } from './crop-messages.ts'
import { cropRatios, imageRanges, isAccepted, ratioText, suggestedRatio } from './crop-ratio.ts'

type Props = {
  attachment: Attachment
  /** The accounts that use the file. */
  accounts: readonly Account[]
  /** The platforms that refuse the file as it is. */
  refusedBy: readonly PlatformValue[]
  /** Whether the result may replace the file for the accounts of some platforms only. */
  canSplit: boolean
  /** `onlyFor` is `null` if the result is for all accounts. */
  onApply: (file: File, onlyFor: readonly PlatformValue[] | null) => void
  onClose: () => void
}

const own = 'own'

/** Cuts an image to a ratio, preselected for the platforms that refuse it as it is. */
export function CropDialog(props: Props) {
  const { attachment, accounts, refusedBy, canSplit, onApply, onClose } = props
  const t = useMessages(cropMessages)
  const tc = useMessages(commonMessages)
  const { i18n } = useTranslation()
  const media = attachment.original ?? attachment.media
  const ownRatio = media?.width && media.height ? media.width / media.height : 1
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const [chosen, choose] = useState(canSplit && refusedBy.length > 0 ? refusedBy : platforms)
  const users = accounts.filter(({ platform }) => chosen.includes(platform))
  const [ratio, setRatio] = useState<number | null>(() => suggestedRatio(ownRatio, users))
  const [crop, setCrop] = useState<PercentCrop>()
  const [isFailed, setIsFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)

  const fit = (to: number | null) => {
    const { current } = image
    if (!current) return
    const { naturalWidth: width, naturalHeight: height } = current
    const aspect = to ?? width / height
    const widest = makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height)
    const whole =
      widest.height > 100
        ? makeAspectCrop({ unit: '%', height: 100 }, aspect, width, height)
        : widest
    setCrop(centerCrop(whole, width, height))
  }
  const apply = async () => {
    if (!image.current || !crop) return
    try {
      const file = await cropImage(image.current, crop, attachment.name)
      onApply(file, platforms.every((each) => chosen.includes(each)) ? null : chosen)
      onClose()
    } catch {
      setIsFailed(true)
    }
  }
  const cropped = crop ? (ownRatio * crop.width) / crop.height : ownRatio
  return (
    <Modal opened onClose={onClose} title={t('cropImage')} size="lg">
      <Stack gap="md">
        <Input.Wrapper label={t('ratio')} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={t('ratio')}
            value={ratio === null ? own : String(ratio)}
            data={[
              { value: own, label: t('original') },
              ...cropRatios.map((each) => ({
                value: String(each),
                label: ratioText(each, i18n.language),
              })),
            ]}
            onChange={(value) => {
              const next = value === own ? null : Number(value)
              setRatio(next)
              fit(next)
            }}
          />
        </Input.Wrapper>
        <div className="crop-frame">
          <ReactCrop
            {...(crop ? { crop } : {})}
            aspect={ratio ?? ownRatio}
            minWidth={20}
            keepSelection
            ruleOfThirds
            ariaLabels={areaLabels(t)}
            onChange={(_, percent) => setCrop(percent)}
          >
            <img
              ref={image}
              // Read from our own origin, as a canvas may not read from another.
              src={media ? new URL(media.jpeg_url ?? media.url).pathname : ''}
              alt={attachment.alt}
              onLoad={() => fit(ratio)}
              onError={() => setIsFailed(true)}
            />
          </ReactCrop>
        </div>
        <Ranges ratio={cropped} accounts={users} />
        {canSplit && platforms.length > 1 && (
          <Checkbox.Group
            label={t('useFor')}
            value={[...chosen]}
            onChange={(values) => choose(platforms.filter((each) => values.includes(each)))}
          >
            <Group gap="8px 16px" mt={6}>
              {platforms.map((platform) => (
                <Checkbox key={platform} value={platform} label={platformName(platform)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {isFailed && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('cropFailed')}
          </Text>
        )}
        <Group justify="flex-end" className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button onClick={apply} disabled={!crop || chosen.length === 0}>
            {t('crop')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Which platforms limit the ratio, and whether the selection keeps to it. */
function Ranges({ ratio, accounts }: { ratio: number; accounts: readonly Account[] }) {
  const t = useMessages(cropMessages)
  const { i18n } = useTranslation()
  return (
    <Stack gap={4} role="status">
      {imageRanges(accounts).map(({ platform, min, max }) => {
        const isFine = isAccepted(ratio, { min, max })
        const range = t('range', {
          name: platformName(platform),
          min: ratioText(min ?? 0, i18n.language),
          max: ratioText(max ?? 0, i18n.language),
        })
        return (
          <Group key={platform} gap={6} wrap="nowrap">
            {isFine ? (
              <Check size={16} aria-hidden color="var(--mantine-color-teal-filled)" />
            ) : (
              <TriangleAlert size={16} aria-hidden color="var(--mantine-color-error)" />
            )}
            <PlatformMark platform={platform} size={14} />
            <Text size="sm" {...(isFine ? {} : { c: 'var(--mantine-color-error)' })}>
              {range}
              {!isFine && ` – ${t('refused')}`}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}

function areaLabels(t: Translate<CropTexts>) {
  return {
    cropArea: t('area'),
    nwDragHandle: t('cornerTopLeft'),
    nDragHandle: t('edgeTop'),
    neDragHandle: t('cornerTopRight'),
    eDragHandle: t('edgeRight'),
    seDragHandle: t('cornerBottomRight'),
    sDragHandle: t('edgeBottom'),
    swDragHandle: t('cornerBottomLeft'),
    wDragHandle: t('edgeLeft'),
  }
}
