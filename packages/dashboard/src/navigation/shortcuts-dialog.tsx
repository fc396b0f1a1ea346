import { Box, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMessages } from '../messages/messages.ts'
import { goKeys } from './go-keys.ts'
import { Keys } from './keys.tsx'
import { shellMessages } from './messages.ts'
import { useAllPages } from './page-list.ts'
import { shortcutMessages } from './shortcuts-messages.ts'
import { ShortcutsSwitch } from './shortcuts-switch.tsx'

const everywhere = [
  ['palette', 'mod k'],
  ['searchPage', '/'],
  ['newPost', 'c'],
  ['keys', '?'],
] as const

const inInbox = [
  ['next', 'j'],
  ['previous', 'k'],
  ['reply', 'r'],
  ['send', 'mod ↵'],
  ['leave', 'esc'],
  ['select', 'x'],
  ['assign', 'a'],
  ['hide', 'h'],
  ['unreplied', 'u'],
  ['in_progress', 'i'],
  ['replied', 'd'],
  ['no_reply_needed', 'e'],
  ['open', 'o'],
] as const

type Props = { opened: boolean; onClose: () => void }

/** Lists all shortcuts, with a switch to turn those of single keys off. */
// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function ShortcutsDialog({ opened, onClose }: Props) {
  const t = useMessages(shortcutMessages)
  const shell = useMessages(shellMessages)
  const pages = useAllPages()
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size="xl">
      <Stack gap="lg">
        <ShortcutsSwitch />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          <Stack gap="lg">
            <Section
              title={t('everywhere')}
              rows={everywhere.map(([name, keys]) => [t(name), keys])}
            />
            <Section title={t('inInbox')} rows={inInbox.map(([name, keys]) => [t(name), keys])} />
          </Stack>
          <Section
            title={t('goTo')}
            rows={pages.map(({ to, name }) => [shell(name), `g ${goKeys[to]}`])}
          />
        </SimpleGrid>
      </Stack>
    </Modal>
  )
}

type SectionProps = { title: string; rows: readonly (readonly [name: string, keys: string])[] }

function Section({ title, rows }: SectionProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      <Box component="dl" m={0}>
        {rows.map(([name, keys]) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="md" py={5}>
            <Text component="dt" size="sm">
              {name}
            </Text>
            <Box component="dd" m={0}>
              <Keys keys={keys} />
            </Box>
          </Group>
        ))}
      </Box>
    </section>
  )
}
