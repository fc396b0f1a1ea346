import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy, Download, KeyRound } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { secondFactorMessages } from './messages.ts'

/** Recovery codes, shown once, to copy or to save as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages(secondFactorMessages)
  const clipboard = useClipboard()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack>
      <Alert icon={<KeyRound aria-hidden />} color="yellow" variant="light">
        {t('codesText')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0}>
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" size="sm" style={{ listStyle: 'none' }}>
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={
              clipboard.copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />
            }
            onClick={() => clipboard.copy(text)}
          >
            {t(clipboard.copied ? 'copied' : 'copyCodes')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="postern-recovery-codes.txt"
            leftSection={<Download size={16} aria-hidden />}
          >
            {t('download')}
          </Button>
        </Group>
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  )
}
