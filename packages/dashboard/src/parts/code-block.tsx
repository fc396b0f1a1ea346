import { Box, Code, Group, Text } from '@mantine/core'
import { CopyButton } from './copy-field.tsx'

/** Preformatted code with a copy button. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <Box>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={code} label={label} />
      </Group>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {code}
      </Code>
    </Box>
  )
}
