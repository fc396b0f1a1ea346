import { Accordion, Stack, Text } from '@mantine/core'
import { webhookEventTypes } from '@postern/sdk/contract'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../messages/messages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { useEventDescription } from './event-messages.ts'
import { webhookMessages } from './messages.ts'
import { exampleOf, type Schema } from './schema-example.ts'

type Document = { components: { schemas: Record<string, Schema> } }

/** Every event type with an example body generated from openapi.json. */
export function EventCatalog() {
  const t = useMessages(webhookMessages)
  const describe = useEventDescription()
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/v1/openapi.json', { signal })
      if (!response.ok) throw new Error(`openapi.json: ${response.status}`)
      return (await response.json()) as Document
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingLines rows={6} />
  const { schemas } = data.components
  return (
    <Accordion variant="separated" keepMounted={false} order={2} aria-label={t('catalog')}>
      {webhookEventTypes.map((type) => (
        <Accordion.Item key={type} value={type}>
          <Accordion.Control>
            <Stack gap={2}>
              <Text size="sm" fw={600} ff="monospace">
                {type}
              </Text>
              <Text size="sm" c="dimmed">
                {describe(type)}
              </Text>
            </Stack>
          </Accordion.Control>
          <Accordion.Panel>
            <CodeBlock
              label={type}
              code={JSON.stringify(exampleOf(schemas[schemaNameOf(type)], schemas), null, 2)}
            />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** `account.connected` → `AccountConnectedEvent`, its schema in openapi.json. */
function schemaNameOf(type: string): string {
  const words = type.split('.').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
  return `${words.join('')}Event`
}
