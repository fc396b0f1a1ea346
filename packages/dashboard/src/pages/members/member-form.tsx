import { MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { Member, MemberRole } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
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

/** The API checks the rest. */
const emailShape = /^\S+@\S+\.\S+$/

function Fields({ member, onClose, onLink }: { member: Member | null } & Omit<Props, 'edited'>) {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const hasLinks = useMember().sign_in.password !== 'off'
  const form = useForm({
    initialValues: {
      name: member?.name ?? '',
      email: member?.email ?? '',
      role: member?.role ?? ('staff' as MemberRole),
      profile_ids: member?.profile_ids ?? [],
    },
    check: ({ name, email, role, profile_ids }) => ({
      name: !name.trim() && t('nameMissing'),
      email: !emailShape.test(email.trim()) && t('emailWrong'),
      profile_ids: role !== 'owner' && profile_ids.length === 0 && t('profilesHint'),
    }),
    send: async ({ profile_ids, ...rest }, client) => {
      const body = { ...rest, ...(rest.role !== 'owner' && { profile_ids }) }
      if (member) return { member: await client.members.update(member.id, body), link: null }
      const created = await client.members.create(body)
      if (!hasLinks) return { member: created, link: null }
      return { member: created, link: await client.members.createSignInLink(created.id) }
    },
    topics: ['members'],
    successMessage: t(member ? 'saved' : 'invitedDone'),
    onSuccess: ({ member: saved, link }) => {
      onClose()
      if (!member) onLink({ member: saved, link })
    },
  })
  const profileIds = form.field('profile_ids')
  return (
    <Form form={form} action={member ? common('save') : t('invite')} onCancel={onClose}>
      <TextInput
        label={t('name')}
        required
        maxLength={LIMITS.member.nameCharsMax}
        data-autofocus
        {...form.field('name')}
      />
      <TextInput label={t('email')} type="email" required {...form.field('email')} />
      <Radio.Group label={t('role')} {...form.field('role')}>
        <Stack gap="xs" mt="xs">
          {(['owner', 'staff', 'contributor'] as const).map((each) => (
            <Radio key={each} value={each} label={<RoleText role={each} />} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.role !== 'owner' && (
        <MultiSelect
          label={t('profiles')}
          description={!profileIds.error && t('profilesHint')}
          required
          searchable
          clearable
          limit={50}
          data={profiles.map((each) => ({ value: each.id, label: each.name }))}
          {...profileIds}
        />
      )}
    </Form>
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
