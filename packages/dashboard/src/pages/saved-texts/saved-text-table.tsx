import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import type { SavedText } from '@postern/sdk'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { savedTextMessages } from '../../parts/saved-text-messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { EditSavedText } from './saved-text-form.tsx'

const previewChars = 300

/** The texts; those that the member may change have a menu. */
export function SavedTextTable({ texts }: { texts: SavedText[] }) {
  const t = useMessages(savedTextMessages)
  const common = useMessages(commonMessages)
  const nameOf = useProfileName()
  const [edited, setEdited] = useState<SavedText | null>(null)
  const isOwner = useMember().member.role === 'owner'
  const canWrite = useMay('posts:write')
  const columns: Column<SavedText>[] = [
    { key: 'name', label: t('name'), role: 'title', cell: (text) => <Content of={text} /> },
    { key: 'kind', label: t('kind'), cell: ({ kind }) => <Text size="sm">{t(kind)}</Text> },
    {
      key: 'profile',
      label: t('profile'),
      cell: ({ profile_id }) => (
        <Text size="sm" className="untrusted" dir="auto" lineClamp={2} miw={90}>
          {profile_id ? nameOf(profile_id) : t('allProfiles')}
        </Text>
      ),
    },
    {
      key: 'changed',
      label: t('changed'),
      cell: ({ updated_at }) => <When at={updated_at} size="sm" />,
    },
    {
      key: 'menu',
      label: common('actions'),
      role: 'corner',
      width: 1,
      cell: (text) =>
        canWrite &&
        (isOwner || text.profile_id !== null) && (
          <TextMenu of={text} onEdit={() => setEdited(text)} />
        ),
    },
  ]
  return (
    <>
      <StackTable label={t('title')} columns={columns} items={texts} keyOf={({ id }) => id} />
      {edited && <EditSavedText text={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Content({ of: { id, name, text } }: { of: SavedText }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} className="untrusted" dir="auto" lineClamp={2}>
        {visibleName(name, id)}
      </Text>
      <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={2}>
        {text.slice(0, previewChars)}
      </Text>
    </Stack>
  )
}

function TextMenu({ of: { id, ...text }, onEdit }: { of: SavedText; onEdit: () => void }) {
  const t = useMessages(savedTextMessages)
  const common = useMessages(commonMessages)
  const confirm = useConfirm()
  const name = visibleName(text.name, id)
  // Without the selected profile, in which a text for all profiles cannot be changed.
  const remove = useAction(() => client.savedTexts.delete(id), {
    topics: ['saved_texts'],
    successMessage: t('deleted', { name }),
  })
  const ask = async () => {
    const question = {
      title: t('deleteTitle', { name }),
      text: t('deleteText'),
      action: common('delete'),
    }
    if (await confirm(question)) remove.mutate(undefined)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menu', { name })}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void ask()}>
          {common('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
