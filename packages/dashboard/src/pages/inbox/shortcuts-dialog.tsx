import { Group, Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { useShortcutsEnabled } from '../../parts/use-shortcuts.ts'
import { keysMessages } from './keys-messages.ts'

const rows = [
  ['next', 'j', '↓'],
  ['previous', 'k', '↑'],
  ['reply', 'r'],
  ['send', 'Ctrl + Enter'],
  ['leave', 'Esc'],
  ['select', 'x'],
  ['assign', 'a'],
  ['hide', 'h'],
  ['unreplied', 'u'],
  ['in_progress', 'i'],
  ['replied', 'd'],
  ['no_reply_needed', 'e'],
  ['open', 'o'],
  ['search', '/'],
  ['keys', '?'],
] as const

/** Lists the shortcuts of the inbox, with a switch to turn them off. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages(keysMessages)
  const [isEnabled, setIsEnabled] = useShortcutsEnabled()
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('key')}</Table.Th>
              <Table.Th>{t('action')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...keys]) => (
              <Table.Tr key={name}>
                <Table.Td w={140}>
                  <Group gap={6}>
                    {keys.map((key, index) => (
                      <Group gap={6} key={key}>
                        {index > 0 && <Text size="xs">{t('or')}</Text>}
                        <Kbd>{key}</Kbd>
                      </Group>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{t(name)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={t('enabled')}
          description={t('enabledText')}
          checked={isEnabled}
          onChange={(event) => setIsEnabled(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
