import { Code, Group, Stack, Text } from '@mantine/core'
import type { ApiRequest } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { commonMessages } from './messages.ts'

type Detail = ApiRequest['error_details'][number]

/** Why fields of a request were refused: each field with the code, the limit and what was sent. */
export function ErrorDetails({ details }: { details: readonly Detail[] }) {
  const measures = useMeasures()
  return (
    <Stack gap={6}>
      {details.map((detail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and can repeat itself
        <Group key={index} gap={6}>
          {detail.path && <Code className="untrusted">{detail.path}</Code>}
          <Code>{detail.code}</Code>
          <Text size="sm" className="untrusted">
            {measures(detail)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

/** For example "Limit 500, sent 600". */
function useMeasures(): (detail: Detail) => string {
  const t = useMessages(commonMessages)
  const { i18n } = useTranslation()
  const show = (value: number | string) =>
    typeof value === 'number' ? value.toLocaleString(i18n.language) : value
  return ({ limit, actual }) =>
    [
      limit !== null && t('detailLimit', { value: show(limit) }),
      actual !== null && t('detailActual', { value: show(actual) }),
    ]
      .filter(Boolean)
      .join(', ')
}
