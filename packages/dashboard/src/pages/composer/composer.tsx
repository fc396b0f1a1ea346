import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { Account, Post } from '@postern/sdk'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { formatInstant } from '../../parts/dates.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMay, useMember } from '../../session/use-session.ts'
import type { Composition, When } from './composition.ts'
import { AccountPicker } from './fields/account-picker.tsx'
import { ContentFields } from './fields/content-fields.tsx'
import { MoreFields } from './fields/more-fields.tsx'
import { ProfileField } from './fields/profile-field.tsx'
import { WhenField } from './fields/when-field.tsx'
import { useMedia } from './media/use-media.ts'
import { composerMessages } from './messages.ts'
import { Previews } from './preview/previews.tsx'
import { SaveBar } from './save-bar.tsx'
import { findSaveBlocker } from './save-blocker.ts'
import { SaveNotice } from './save-notice.tsx'
import { storageKeyOf } from './stored-draft.ts'
import { type Editor, useComposition } from './use-composition.ts'
import { useSaving } from './use-saving.ts'
import { useValidation } from './use-validation.ts'
import { Variants } from './variants.tsx'

type Props = {
  /** The post to edit, or `null` for a new post. */
  post: Post | null
  /** Part of the storage key: each name has a separate stored draft. */
  name: string
  initial: Composition
  overrides?: Partial<Composition>
  accounts: readonly Account[]
}

/** The post editor: the form in one column, the previews in the other. */
export function Composer({ post, name, initial, overrides, accounts }: Props) {
  const t = useMessages(composerMessages)
  const { member } = useMember()
  const draftOnly = useMay('posts:write') ? null : ({ when: 'draft' } as const)
  const editor = useComposition(
    storageKeyOf(member.id, name),
    draftOnly ? { ...initial, ...draftOnly } : initial,
    { ...overrides, ...draftOnly },
  )
  const { composition, set, setVariant } = editor
  const mediaOf = useMedia(composition, editor.change)
  const validation = useValidation(composition)
  const saving = useSaving(editor, post?.id ?? null, useOnSaved())
  const [hasTried, setHasTried] = useState(false)
  const [openAccountId, setOpenAccountId] = useState<string | null>(null)
  useLeaveGuard(editor)

  const selected = accounts.filter(({ id }) => composition.accountIds.includes(id))
  const available = accounts.filter(
    ({ id, profile_id }) =>
      profile_id === composition.profileId || composition.accountIds.includes(id),
  )
  const blocker = findSaveBlocker(composition, validation, post === null)
  const shownBlocker = hasTried ? blocker : null
  const save = () => {
    setHasTried(true)
    if (blocker === null) saving.save()
  }

  return (
    <PageFrame title={t(post ? 'editPost' : 'newPost')}>
      <Box
        style={{
          display: 'grid',
          gap: 'var(--mantine-spacing-xl)',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(430px, 100%), 1fr))',
          alignItems: 'start',
        }}
      >
        <Stack gap="lg" miw={0}>
          {editor.wasRestored && <RestoredNotice onDiscard={() => editor.reset(initial)} />}
          {!post && <ProfileField composition={composition} onChange={editor.change} />}
          {composition.profileId && (
            <>
              <AccountPicker
                accounts={available}
                chosen={composition.accountIds}
                error={shownBlocker === 'noTarget' ? t('noTarget') : null}
                onChange={(accountIds) => set({ accountIds })}
              />
              <ContentFields
                composition={composition}
                accounts={selected}
                findings={validation.findings}
                media={mediaOf(null)}
                onChange={set}
                onOwnText={(id) => {
                  setVariant(id, { text: composition.text })
                  setOpenAccountId(id)
                }}
                onOpen={setOpenAccountId}
              />
              <Variants
                composition={composition}
                accounts={selected}
                findings={validation.findings}
                openAccountId={openAccountId}
                mediaOf={mediaOf}
                onOpen={setOpenAccountId}
                onChange={setVariant}
              />
              <WhenField
                composition={composition}
                error={
                  shownBlocker === 'noTime' ? t('noTime') : fieldError(saving.error, 'scheduled_at')
                }
                onChange={set}
              />
              <MoreFields
                composition={composition}
                errorOf={(path) => fieldError(saving.error, path)}
                onChange={set}
              />
              <SaveNotice
                saving={saving}
                accountIds={composition.accountIds}
                accountOf={(id) => selected.find((account) => account.id === id)}
              />
              <SaveBar
                when={composition.when}
                blocker={shownBlocker}
                hasTargets={selected.length > 0}
                validation={validation}
                isPending={saving.isPending}
                onSave={save}
              />
            </>
          )}
        </Stack>
        {composition.profileId && (
          <Box pos="sticky" top={16} miw={0}>
            <Previews composition={composition} accounts={selected} />
          </Box>
        )}
      </Box>
    </PageFrame>
  )
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = useMessages(composerMessages)
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">{t('draftRestored')}</Text>
      <Button size="xs" variant="default" onClick={onDiscard}>
        {t('discardDraft')}
      </Button>
    </Group>
  )
}

/** Shows a notification, then opens the page of the saved post. */
function useOnSaved(): (post: Post, when: When) => void {
  const t = useMessages(composerMessages)
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  return ({ id, scheduled_at }, when) => {
    const at = scheduled_at ? formatInstant(scheduled_at, i18n.language) : ''
    if (when === 'now') notifySuccess(t('savedNow'))
    else notifySuccess(when === 'draft' ? t('savedDraft') : t('savedSchedule', { at }))
    void navigate({ to: '/posts/$id', params: { id } } as never)
  }
}

/** Asks before the user leaves unsaved changes. A change of the query parameters is not leaving. */
function useLeaveGuard({ isUnsaved, finish }: Editor): void {
  const t = useMessages(commonMessages)
  const ask = useConfirm()
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || current.pathname === next.pathname) return false
      const isSure = await ask({ title: t('leave'), text: t('unsaved'), action: t('leave') })
      if (isSure) finish()
      return !isSure
    },
  })
}
