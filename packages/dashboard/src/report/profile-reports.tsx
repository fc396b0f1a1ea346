import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReportLink } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useAction, useList } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { When } from '../parts/when.tsx'
import { useMay } from '../session/use-session.ts'
import { reportMessages } from './messages.ts'
import { monthName } from './months.ts'

const linksMax = 5

/** The report links of a profile, newest first, with their openings. */
export function ProfileReports({ profileId }: { profileId: string }) {
  const t = useMessages(reportMessages)
  const list = useList(
    'insights',
    ['report links', profileId],
    (client, page) => client.withProfile(profileId).insights.reportLinks.list(page),
    { scope: 'all', limit: linksMax },
  )
  const empty = (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  )
  return (
    <ListStates list={list} empty={empty}>
      {(links) => (
        <Stack gap="xs" component="ul" m={0} p={0} aria-label={t('links')}>
          {links.map((link) => (
            <ReportLine key={link.id} link={link} />
          ))}
        </Stack>
      )}
    </ListStates>
  )
}

function ReportLine({ link }: { link: ReportLink }) {
  const t = useMessages(reportMessages)
  const { i18n } = useTranslation()
  const opened = link.openings.length
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text size="sm">{monthName(link.month, i18n.language)}</Text>
        <Text size="xs" c="dimmed" component="div">
          {link.status === 'revoked' ? (
            t('revoked')
          ) : (
            <>
              {t(link.status === 'open' ? 'openUntil' : 'expiredOn')}{' '}
              <When at={link.expires_at} day />
            </>
          )}
          {', '}
          {opened > 0 ? t('opened', { count: opened }) : t('notOpened')}
        </Text>
      </Stack>
      {link.status === 'open' && <Revoke link={link} />}
    </Group>
  )
}

function Revoke({ link }: { link: ReportLink }) {
  const t = useMessages(reportMessages)
  const { i18n } = useTranslation()
  const ask = useConfirm()
  const may = useMay('insights:write')
  const revoke = useAction((client) => client.insights.reportLinks.revoke(link.id), {
    topics: ['insights'],
    successMessage: t('revokeDone'),
  })
  if (!may) return null
  const confirm = async () => {
    const question = { title: t('revokeTitle'), text: t('revokeText'), action: t('revoke') }
    if (await ask(question)) revoke.mutate(undefined)
  }
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`${t('revoke')}: ${monthName(link.month, i18n.language)}`}
      onClick={() => void confirm()}
      loading={revoke.isPending}
    >
      {t('revoke')}
    </Button>
  )
}
