import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { Change } from '../../parts/change.tsx'

type Metric = { total: number | null; previous_total: number | null }

/** Followers with their change in 30 days; the line keeps its height without data. */
export function Followers({ metric }: { metric: Metric | undefined }) {
  const t = useMessages(accountMessages)
  const { i18n } = useTranslation()
  const { total = null, previous_total: before = null } = metric ?? {}
  return (
    <Text size="sm" c="dimmed" mih={22} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {total !== null &&
        t('followers', {
          count: total,
          number: new Intl.NumberFormat(i18n.language).format(total),
        })}
      {total !== null && before !== null && (
        <>
          {' '}
          <Change value={total - before} /> {t('in30Days')}
        </>
      )}
    </Text>
  )
}
