import { Group, Stack, Text } from '@mantine/core'

type Props = { facts: readonly (readonly [string, string])[] }

export function FactList({ facts }: Props) {
  return (
    <Stack gap={6} component="dl" m={0}>
      {facts.map(([name, value]) => (
        <Group key={name} justify="space-between" wrap="nowrap" align="flex-start" gap="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" ta="end" m={0} className="untrusted">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
