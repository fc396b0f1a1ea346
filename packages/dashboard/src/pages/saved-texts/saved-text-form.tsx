import { Select, Text, Textarea, TextInput } from '@mantine/core'
import type { SavedText } from '@postern/sdk'
import { savedTextKinds } from '@postern/sdk/contract'
import type { ReactNode } from 'react'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { savedTextMessages } from '../../parts/saved-text-messages.ts'
import { SearchableSelect } from '../../parts/searchable-select.tsx'
import { useProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'

/** Stands for all profiles in the list of profiles. */
const all = 'all'

type CreateProps = {
  kind: SavedText['kind']
  /** The profile that is selected at first. */
  profileId: string | null
  onClose: () => void
}

/** Saves a text. Owners can save it for all profiles. */
export function CreateSavedText({ kind, profileId, onClose }: CreateProps) {
  const t = useMessages(savedTextMessages)
  const profiles = useProfiles()
  const isOwner = useMember().member.role === 'owner'
  const sole = profiles.length === 1 ? profiles[0]!.id : null
  const form = useForm({
    initialValues: {
      kind,
      profile_id: profileId ?? (isOwner ? all : sole),
      name: '',
      text: '',
    },
    check: ({ profile_id, ...values }) => ({
      ...missing(values, t),
      profile_id: !profile_id && t('chooseProfile'),
    }),
    // Without the selected profile, for which a text for all profiles would be saved.
    send: ({ profile_id, ...rest }) =>
      client.savedTexts.create({
        ...rest,
        ...(profile_id && profile_id !== all ? { profile_id } : {}),
      }),
    topics: ['saved_texts'],
    successMessage: t('created'),
    onSuccess: onClose,
  })
  const options = profiles.map(({ id, name: label }) => ({ value: id, label }))
  return (
    <Dialog title={t('create')} form={form} onClose={onClose}>
      <Select
        label={t('kind')}
        data={savedTextKinds.map((value) => ({ value, label: t(value) }))}
        allowDeselect={false}
        {...form.field('kind')}
      />
      <SearchableSelect
        label={t('profile')}
        description={form.values.profile_id === all && t('profileHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('chooseProfile')}
        data={[...(isOwner ? [{ value: all, label: t('allProfiles') }] : []), ...options]}
        limit={100}
        required
        {...form.field('profile_id')}
      />
      <ContentFields field={form.field} />
    </Dialog>
  )
}

/** Changes the name and the text. */
export function EditSavedText({ text, onClose }: { text: SavedText; onClose: () => void }) {
  const t = useMessages(savedTextMessages)
  const nameOf = useProfileName()
  const form = useForm({
    initialValues: { name: text.name, text: text.text },
    check: (values) => missing(values, t),
    send: (values) => client.savedTexts.update(text.id, values),
    topics: ['saved_texts'],
    successMessage: t('saved'),
    onSuccess: onClose,
  })
  return (
    <Dialog title={t('editTitle')} form={form} onClose={onClose}>
      <Text size="sm" c="dimmed" className="untrusted">
        {t(text.kind)} · {text.profile_id ? nameOf(text.profile_id) : t('allProfiles')}
      </Text>
      <ContentFields field={form.field} />
    </Dialog>
  )
}

type DialogProps = { title: string; form: FormState; onClose: () => void; children: ReactNode }

function Dialog({ title, form, onClose, children }: DialogProps) {
  const common = useMessages(commonMessages)
  return (
    <FormDialog opened onClose={onClose} size="lg" title={title}>
      <Form form={form} action={common('save')} onCancel={onClose}>
        {children}
      </Form>
    </FormDialog>
  )
}

type Content = { name: string; text: string }

type FieldsProps = {
  field: (name: keyof Content) => ReturnType<ReturnType<typeof useForm<Content, unknown>>['field']>
}

function ContentFields({ field }: FieldsProps) {
  const t = useMessages(savedTextMessages)
  return (
    <>
      <TextInput
        label={t('name')}
        maxLength={LIMITS.savedText.nameCharsMax}
        required
        data-autofocus
        dir="auto"
        {...field('name')}
      />
      <Textarea
        label={t('content')}
        maxLength={LIMITS.savedText.textCharsMax}
        required
        autosize
        minRows={5}
        maxRows={14}
        dir="auto"
        {...field('text')}
      />
    </>
  )
}

/** What is missing in the form, before anything is sent. */
function missing({ name, text }: Content, t: (key: 'nameMissing' | 'contentMissing') => string) {
  return { name: !name.trim() && t('nameMissing'), text: !text.trim() && t('contentMissing') }
}
