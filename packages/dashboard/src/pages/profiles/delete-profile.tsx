import { Alert, List, Modal, Text, TextInput } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { client } from '../../api/client.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { profileMessages } from './messages.ts'

type Props = { profile: Profile; onClose: () => void; onDeleted?: (() => void) | undefined }

const typedCharsMax = 60

/** Lists what is erased; a profile with accounts also requires typing its name. */
export function DeleteProfile({ profile, onClose, onDeleted }: Props) {
  const t = useMessages(profileMessages)
  const [profileFilter, setProfileFilter] = useProfileParam()
  const textToDelete = textToType(profile)
  const mustType = profile.account_count > 0
  const form = useForm({
    initialValues: { typed: '' },
    send: () => client.profiles.delete(profile.id),
    topics: ['profiles', 'session', 'accounts', 'api_keys', 'connect_links', 'webhooks', 'posts'],
    onSuccess: () => {
      // The profile filter of the other pages must not keep a deleted profile.
      if (profileFilter !== null && [profile.id, profile.external_id].includes(profileFilter))
        setProfileFilter(null)
      onClose()
      onDeleted?.()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span inherit className="untrusted">
          {t('deleteTitle', { name: shorten(profileName(profile)) })}
        </Text>
      }
    >
      <Form
        form={form}
        action={t('deletePermanently')}
        button={{ color: 'red' }}
        isDisabled={mustType && plain(form.values.typed) !== plain(textToDelete)}
        onCancel={onClose}
      >
        <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />}>
          {t('deleteText')}
        </Alert>
        <List size="sm" spacing={4}>
          {profile.account_count > 0 && (
            <List.Item>{t('eraseAccounts', { count: profile.account_count })}</List.Item>
          )}
          <List.Item>{t('erasePosts')}</List.Item>
          <List.Item>{t('eraseInbox')}</List.Item>
          <List.Item>{t('eraseDevelop')}</List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('keptAtPlatform')}
        </Text>
        {mustType && (
          <TextInput
            label={
              <Text span inherit className="untrusted">
                {t('typeToDelete', { word: textToDelete })}
              </Text>
            }
            {...form.field('typed')}
            autoComplete="off"
            dir="auto"
            data-autofocus
          />
        )}
      </Form>
    </Modal>
  )
}

/** The text to type: the name, or the ID if the name is long or has characters hard to type. */
function textToType({ name, external_id, id }: Profile): string {
  const isTypable = name.length <= typedCharsMax && /^[\p{L}\p{M}\p{N}\p{P}\p{Sc} ]+$/u.test(name)
  return isTypable ? name : (external_id ?? id)
}

function plain(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

function shorten(name: string): string {
  const characters = [...name]
  return characters.length > typedCharsMax
    ? `${characters.slice(0, typedCharsMax).join('')}…`
    : name
}
