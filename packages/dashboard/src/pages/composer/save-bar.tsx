import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Group,
  Kbd,
  Loader,
  Menu,
  Paper,
  Text,
} from '@mantine/core'
import { CalendarClock, ChevronDown, CircleCheck, Eye, ListPlus, Save, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatShort } from '../../parts/local-time.ts'
import { type Composition, failedUploadCount, uploadingNames } from '../../post/composition.ts'
import { type Finding, isMissing } from '../../post/findings/findings.ts'
import { composerMessages } from './messages.ts'
import type { SaveBlocker } from './save-blocker.ts'
import type { Validation } from './use-validation.ts'

type Props = {
  /** Shown above the buttons, so that it is seen wherever the form is scrolled to. */
  notice: ReactNode
  composition: Composition
  needsApproval: boolean
  /** Shown after the first attempt to save; that of an upload always. */
  blocker: SaveBlocker | null
  /** `null` while there is nothing to validate. */
  validation: Validation | null
  /** The findings at the fields; what is only missing may be left out. */
  shownFindings: readonly Finding[]
  isPending: boolean
  onSave: () => void
  /** Saves and starts the next post; missing for an existing post. */
  onSaveAndNext?: (() => void) | undefined
  /** Saves for the next free slot; missing for those who cannot publish. */
  onQueue?: (() => void) | undefined
  /** Opens the preview on narrow screens, where it is not next to the form. */
  onPreview: () => void
  /** Focuses the first field that is wrong. */
  onShowProblem: () => void
}

const icons = { now: Send, schedule: CalendarClock, queue: ListPlus, draft: Save } as const
const splitStart = { borderStartEndRadius: 0, borderEndEndRadius: 0 }
const splitEnd = { borderStartStartRadius: 0, borderEndStartRadius: 0 }

/** The sticky bar with the save button, which says what it will do, and why it cannot save. */
export function SaveBar({ notice, composition, blocker, validation, isPending, ...props }: Props) {
  const t = useMessages(composerMessages)
  const label = useSaveLabel(composition, props.needsApproval)
  const Icon = icons[composition.when]
  const isUploading = blocker === 'uploading'
  return (
    <Box component="footer" className="save-bar">
      <Paper withBorder shadow="sm" p={{ base: 'xs', sm: 'sm' }} style={{ pointerEvents: 'auto' }}>
        {notice}
        <Group justify="flex-end" gap="xs">
          <div aria-live="polite" className="save-status">
            {isUploading ? (
              <Uploading names={uploadingNames(composition)} />
            ) : blocker ? (
              <Text size="sm" c="var(--mantine-color-error)">
                {t(blocker)}{' '}
                {blocker === 'hasProblems' && (
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    c="inherit"
                    underline="always"
                    onClick={props.onShowProblem}
                  >
                    {t('showProblem')}
                  </Anchor>
                )}
              </Text>
            ) : (
              validation &&
              composition.accountIds.length > 0 && (
                <ValidationStatus
                  validation={validation}
                  shownFindings={props.shownFindings}
                  failedUploads={failedUploadCount(composition)}
                />
              )
            )}
          </div>
          <ActionIcon
            className="preview-button"
            variant="default"
            size={36}
            aria-label={t('preview')}
            onClick={props.onPreview}
          >
            <Eye size={18} aria-hidden />
          </ActionIcon>
          <Group gap={1} wrap="nowrap" align="stretch" miw={0} className="save-buttons">
            <Button
              leftSection={<Icon size={16} aria-hidden />}
              loading={isPending}
              disabled={isUploading}
              onClick={props.onSave}
              h="auto"
              mih={36}
              styles={{ label: { whiteSpace: 'normal', lineHeight: 1.25 } }}
              {...(props.onSaveAndNext && { style: splitStart })}
            >
              {label}
            </Button>
            {props.onSaveAndNext && (
              <Menu position="top-end">
                <Menu.Target>
                  <ActionIcon
                    variant="filled"
                    size={36}
                    h="auto"
                    disabled={isPending || isUploading}
                    aria-label={t('moreWays')}
                    style={splitEnd}
                  >
                    <ChevronDown size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={props.onSaveAndNext}>
                    {t(`${composition.when}AndNext`)}
                  </Menu.Item>
                  {props.onQueue && composition.when !== 'queue' && (
                    <Menu.Item onClick={props.onQueue} rightSection={<Kbd>Ctrl ⇧ ↵</Kbd>}>
                      {t('doQueue')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </Group>
        </Group>
      </Paper>
    </Box>
  )
}

/** What the button will do: `Schedule for Tue 09:00`, `Publish now to 3 accounts`. */
function useSaveLabel({ when, at, accountIds }: Composition, needsApproval: boolean): string {
  const t = useMessages(composerMessages)
  const { i18n } = useTranslation()
  if (when === 'draft') return t('doDraft')
  if (when === 'queue') return t(needsApproval ? 'queueAfterApproval' : 'doQueue')
  if (when === 'schedule' && at) {
    const time = { at: formatShort(at, i18n.language) }
    return t(needsApproval ? 'scheduleAfterApproval' : 'doScheduleAt', time)
  }
  if (when === 'schedule') return t('doSchedule')
  if (needsApproval) return t('doAfterApproval')
  const count = accountIds.length
  return count > 0 ? t('doNowTo', { count }) : t('doNow')
}

/** Why the button is disabled. */
function Uploading({ names }: { names: readonly string[] }) {
  const t = useMessages(composerMessages)
  return (
    <Text size="sm" className="untrusted">
      {t('uploading', { count: names.length, name: names[0] ?? '' })}
    </Text>
  )
}

type StatusProps = {
  validation: Validation
  shownFindings: readonly Finding[]
  failedUploads: number
}

function ValidationStatus({
  validation: { findings, isCurrent, error },
  shownFindings,
  failedUploads,
}: StatusProps) {
  const t = useMessages(composerMessages)
  if (error) return null
  if (!isCurrent) {
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={14} aria-hidden />
        <Text size="sm" c="dimmed">
          {t('checking')}
        </Text>
      </Group>
    )
  }
  const errors = shownFindings.filter(({ level }) => level === 'error').length + failedUploads
  if (errors > 0) return <Text size="sm">{t('problems', { count: errors })}</Text>
  const missing = findings.filter(isMissing).length
  if (missing > 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('missing', { count: missing })}
      </Text>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      <CircleCheck
        size={16}
        aria-hidden
        color="var(--mantine-color-teal-7)"
        style={{ flexShrink: 0 }}
      />
      <Text size="sm" c="dimmed">
        {t('checked')}
      </Text>
    </Group>
  )
}
