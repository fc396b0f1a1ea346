import { Button, Group, MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { Member, MemberRole } from '@postern/sdk'
import { type FormEvent, useRef, useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { focusInvalid, useFocusInvalid } from '../../parts/focus-invalid.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { visibleName } from '../../parts/visible-name.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { memberMessages } from './messages.ts'
import type { MemberLink } from './sign-in-link-dialog.tsx'

type Props = {
  edited: Member | 'new' | null
  onClose: () => void
  onLink: (memberLink: MemberLink) => void
}

/** Adds or edits a member; a new member immediately gets a sign-in link. */
export function MemberForm({ edited, onClose, onLink }: Props) {
  const t = useMessages(memberMessages)
  return (
    <FormDialog
      opened={edited !== null}
      onClose={onClose}
      title={
        edited === 'new' || !edited ? t('add') : visibleName(edited.name, edited.email ?? edited.id)
      }
    >
      {edited && (
        <Fields
          key={edited === 'new' ? 'new' : edited.id}
          member={edited === 'new' ? null : edited}
          onClose={onClose}
          onLink={onLink}
        />
      )}
    </FormDialog>
  )
}

const fields = ['name', 'email', 'role', 'profile_ids']
/** The API checks the rest. */
const emailShape = /^\S+@\S+\.\S+$/

function Fields({ member, onClose, onLink }: { member: Member | null } & Omit<Props, 'edited'>) {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const hasLinks = useMember().sign_in.password !== 'off'
  const [name, setName] = useState(member?.name ?? '')
  const [email, setEmail] = useState(member?.email ?? '')
  const [role, setRole] = useState<MemberRole>(member?.role ?? 'staff')
  const [profileIds, setProfileIds] = useState(member?.profile_ids ?? [])
  const save = useAction(
    async (client) => {
      const body = { name, email, role, ...(role !== 'owner' ? { profile_ids: profileIds } : {}) }
      if (member) return { member: await client.members.update(member.id, body), link: null }
      const created = await client.members.create(body)
      if (!hasLinks) return { member: created, link: null }
      return { member: created, link: await client.members.createSignInLink(created.id) }
    },
    {
      topics: ['members'],
      successMessage: t(member ? 'saved' : 'invitedDone'),
      onSuccess: ({ member: saved, link }) => {
        onClose()
        if (!member) onLink({ member: saved, link })
      },
      onError: shownInForm,
    },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalid(form, save.error)
  const isNameMissing = !name.trim()
  const isEmailWrong = !emailShape.test(email.trim())
  const needsProfile = role !== 'owner' && profileIds.length === 0
  const errors = Object.fromEntries(fields.map((path) => [path, fieldError(save.error, path)]))
  const hasOtherError = save.error && Object.values(errors).every((each) => each === null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isNameMissing || isEmailWrong || needsProfile) return focusInvalid(form.current)
    save.mutate(undefined)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('name')}
          required
          maxLength={LIMITS.member.nameCharsMax}
          value={name}
          error={isSubmitted && isNameMissing ? t('nameMissing') : errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('email')}
          type="email"
          required
          value={email}
          error={isSubmitted && isEmailWrong ? t('emailWrong') : errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('role')}
          value={role}
          error={errors.role}
          onChange={(value) => setRole(value as MemberRole)}
        >
          <Stack gap="xs" mt="xs">
            {(['owner', 'staff', 'contributor'] as const).map((each) => (
              <Radio key={each} value={each} label={<RoleText role={each} />} />
            ))}
          </Stack>
        </Radio.Group>
        {role !== 'owner' && (
          <MultiSelect
            label={t('profiles')}
            description={!isSubmitted && t('profilesHint')}
            required
            searchable
            clearable
            limit={50}
            data={profiles.map((each) => ({ value: each.id, label: each.name }))}
            value={profileIds}
            error={isSubmitted && needsProfile ? t('profilesHint') : errors.profile_ids}
            onChange={setProfileIds}
          />
        )}
        {hasOtherError && <ErrorNotice error={save.error!} />}
        <Group className="dialog-buttons" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {member ? common('save') : t('invite')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Both lines select the role. */
function RoleText({ role }: { role: MemberRole }) {
  const t = useMessages(memberMessages)
  return (
    <>
      {t(role)}{' '}
      <Text span display="block" size="xs" c="dimmed">
        {t(`${role}Text`)}
      </Text>
    </>
  )
}
