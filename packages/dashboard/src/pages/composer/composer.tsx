import './composer.css'
import { Stack } from '@mantine/core'
import type { Account, Post } from '@postern/sdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { nextDayLocal } from '../../parts/local-time.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { asDraft, type Composition, emptyComposition, isBlank } from '../../post/composition.ts'
import { isMissing } from '../../post/findings/findings.ts'
import { withForbidden } from '../../post/forbidden.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { ChangedElsewhere, useChangedElsewhere } from './changed-elsewhere.tsx'
import { AccountPicker } from './fields/account-picker.tsx'
import { ApprovalField, useNeedsApproval } from './fields/approval-field.tsx'
import { ContentFields } from './fields/content-fields.tsx'
import { MoreFields } from './fields/more-fields.tsx'
import { ProfileField } from './fields/profile-field.tsx'
import { WhenField } from './fields/when-field.tsx'
import { focusText, showInvalid } from './focus.ts'
import { useMedia } from './media/use-media.ts'
import { composerMessages } from './messages.ts'
import { ProminentOptions } from './options/prominent-options.tsx'
import { Previews } from './previews.tsx'
import { initialAccountIds, rememberChoice, unavailableReason } from './remembered-choice.ts'
import { RestoredNotice } from './restored-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { findSaveBlocker } from './save-blocker.ts'
import { SaveNotice } from './save-notice.tsx'
import { readLatestDraft, readStoredDraft, storageKeyOf } from './stored-draft.ts'
import { useAfterSave } from './use-after-save.ts'
import { useComposition } from './use-composition.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSaving } from './use-saving.ts'
import { useStartNew } from './use-start-new.ts'
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
  /** Whether the draft that was written last is restored, whatever its profile. */
  restoresLatest?: boolean
  /** Starts another post, for this profile if set; missing where "New post" opens another page. */
  onStartNew?: (next?: NextPost) => void
}

/** What the next post takes from the one before. */
export type NextPost = Pick<Composition, 'profileId' | 'when' | 'at'>

/** The post editor: the form in one column, the previews in the other. */
export function Composer({
  post,
  name,
  initial,
  overrides,
  accounts,
  restoresLatest = true,
  onStartNew,
}: Props) {
  const t = useMessages(composerMessages)
  const { member } = useMember()
  const draftOnly = useMay('posts:write') ? null : ({ when: 'draft' } as const)
  const start = draftOnly ? { ...initial, ...draftOnly } : initial
  const storageKey = storageKeyOf(member.id, name)
  const readDraft = () =>
    restoresLatest ? readLatestDraft(storageKey) : readStoredDraft(storageKey, start.profileId)
  const editor = useComposition(storageKey, start, readDraft, { ...overrides, ...draftOnly })
  const { composition, set, setVariant } = editor
  const form = useRef<HTMLDivElement>(null)
  const mediaOf = useMedia(composition, editor.change)
  const selected = accounts.filter(({ id }) => composition.accountIds.includes(id))
  const sent = withForbidden(composition, selected)
  const validation = useValidation(sent)
  const [hasTried, setHasTried] = useState(false)
  /** Set from pressing the button until the request is sent or a problem is shown. */
  const [isSaveWanted, setIsSaveWanted] = useState(false)
  const [openAccountId, setOpenAccountId] = useState<string | null>(null)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const [isProfileFirst] = useState(composition.profileId === null)
  const isNextWanted = useRef(false)
  const isLeaving = useRef(false)
  const [after] = useSearchParam('after')
  const afterSave = useAfterSave({
    isNew: post === null,
    returns: name === 'new' || post !== null || after === 'back',
    canUndo: post === null || post.mode === 'draft',
  })
  const changedElsewhere = useChangedElsewhere(post)
  const saving = useSaving(editor, sent, post?.id ?? null, (saved, when) => {
    const { profileId, accountIds } = composition
    if (!post && profileId) rememberChoice(member.id, profileId, accountIds)
    changedElsewhere.accept(saved)
    afterSave(saved, when, isNextWanted.current || isLeaving.current)
    if (!isNextWanted.current || isLeaving.current) return
    editor.reset(nextOf(composition))
    setHasTried(false)
    focusText(form.current)
  })
  useStartNew(editor, onStartNew, () => focusText(form.current))

  const needsApproval = useNeedsApproval(composition, post)
  const available = accounts.filter(
    ({ id, profile_id }) =>
      profile_id === composition.profileId || composition.accountIds.includes(id),
  )
  const blocker = findSaveBlocker(composition, validation, post === null)
  const canSaveDraft =
    (post === null || post.mode === 'draft') &&
    composition.profileId !== null &&
    !isBlank(composition) &&
    !saving.isPending &&
    findSaveBlocker(asDraft(composition), validation, post === null) === null
  const saveAndLeave = async () => {
    isLeaving.current = true
    const isSaved = await saving.saveDraft()
    isLeaving.current = false
    return isSaved
  }
  useLeaveGuard(editor, canSaveDraft ? saveAndLeave : null)
  const shownBlocker = hasTried || blocker === 'uploading' ? blocker : null
  const canSelect = available.some((account) => unavailableReason(account) === null)
  // The message of a missing choice is at its field, which is focused.
  const isShownAtField =
    shownBlocker === 'noTime' ||
    (shownBlocker === 'noTarget' && (composition.profileId === null || available.length > 0))
  // A new post is not wrong before anything is written.
  const isUntouched = post === null && !hasTried && isBlank(composition)
  // What is missing in a new post is shown once the user tries to save it.
  const showsMissing = post !== null || hasTried
  const findings = isUntouched
    ? []
    : validation.findings.filter((finding) => showsMissing || !isMissing(finding))
  const showProblem = () => {
    if (showInvalid(form.current)) return
    const finding = validation.findings.find(({ level }) => level === 'error')
    if (!finding) return
    setOpenAccountId(finding.accountId)
    setTimeout(() => showInvalid(form.current), openingMs)
  }
  const save = (isNext = false) => {
    setHasTried(true)
    isNextWanted.current = isNext
    validation.hurry()
    setIsSaveWanted(true)
  }
  const canQueue = draftOnly === null
  const queue = () => {
    set({ when: 'queue' })
    save()
  }
  const isWaiting = composition.when !== 'draft' && blocker === null && validation.isChecking
  // After the fields are marked, and what is written is validated.
  useEffect(() => {
    if (!isSaveWanted || isWaiting) return
    setIsSaveWanted(false)
    if (blocker === null) saving.save()
    else showProblem()
  })
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The keys of an open dialog also arrive here.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (event.shiftKey && canQueue) queue()
    else save()
  }

  return (
    <PageFrame title={t(post ? 'editPost' : 'newPost')}>
      <div className="composer">
        <Stack gap="lg" miw={0} ref={form} onKeyDown={saveByKey}>
          {editor.restored && (
            <RestoredNotice
              profileId={editor.restored.profileId}
              onDiscard={() => {
                if (!onStartNew) return editor.reset(start)
                editor.finish()
                onStartNew()
              }}
            />
          )}
          {!post && (
            <ProfileField
              composition={composition}
              accountIdsOf={(id) => initialAccountIds(member.id, id, accounts)}
              canUploadAgain={mediaOf(null).uploads.canRetry}
              isFirst={isProfileFirst}
              error={hasTried && composition.profileId === null ? t('noProfile') : null}
              onChange={editor.change}
              hasDraft={(id) => readStoredDraft(storageKey, id) !== null}
              onStartFor={
                onStartNew &&
                ((profileId) => {
                  const { when, at } = composition
                  if (isBlank(composition)) editor.finish()
                  onStartNew({ profileId, when, at })
                })
              }
            />
          )}
          {composition.profileId && (
            <AccountPicker
              profileId={composition.profileId}
              accounts={available}
              chosen={composition.accountIds}
              error={
                shownBlocker === 'noTarget' ? t(canSelect ? 'noTarget' : 'noUsableAccount') : null
              }
              onChange={(accountIds) => set({ accountIds })}
            />
          )}
          <ContentFields
            composition={composition}
            accounts={selected}
            findings={findings}
            mediaOf={mediaOf}
            isFirst={!post && !isProfileFirst}
            onChange={set}
            onOwnText={(id) => {
              setVariant(id, { text: composition.text })
              setOpenAccountId(id)
            }}
            onOpen={setOpenAccountId}
          />
          <ProminentOptions
            composition={composition}
            accounts={selected}
            findings={findings}
            onChange={setVariant}
          />
          <WhenField
            composition={composition}
            error={
              shownBlocker === 'noTime' ? t('noTime') : fieldError(saving.error, 'scheduled_at')
            }
            onChange={set}
          />
          <ApprovalField
            composition={composition}
            post={post}
            error={fieldError(saving.error, 'approval')}
            onChange={set}
          />
          <Variants
            composition={composition}
            accounts={selected}
            findings={findings}
            openAccountId={openAccountId}
            mediaOf={mediaOf}
            onOpen={setOpenAccountId}
            onChange={setVariant}
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
            notice={
              post &&
              changedElsewhere.isChanged &&
              !saving.isPending && (
                <ChangedElsewhere
                  onLoad={() => {
                    editor.reset(start)
                    changedElsewhere.accept(post)
                  }}
                  onKeep={() => changedElsewhere.accept(post)}
                />
              )
            }
            composition={composition}
            needsApproval={needsApproval}
            blocker={isShownAtField ? null : shownBlocker}
            validation={isUntouched || isShownAtField || saving.error ? null : validation}
            shownFindings={findings}
            isPending={saving.isPending || (isSaveWanted && isWaiting)}
            onSave={() => save()}
            onSaveAndNext={post ? undefined : () => save(true)}
            onQueue={canQueue && !post ? queue : undefined}
            onPreview={() => setIsPreviewOpen(true)}
            onShowProblem={showProblem}
          />
        </Stack>
        <Previews
          composition={composition}
          accounts={selected}
          openAccountId={openAccountId}
          isOpen={isPreviewOpen}
          onClose={() => setIsPreviewOpen(false)}
        />
      </div>
    </PageFrame>
  )
}

/** How long the overrides of an account take to open. */
const openingMs = 250

/** An empty post for the same accounts, a day later. */
function nextOf({ profileId, accountIds, when, approval, at }: Composition): Composition {
  const next = emptyComposition(profileId)
  return { ...next, accountIds, when, approval, at: when === 'schedule' ? nextDayLocal(at) : '' }
}
