import { Button, Stack } from '@mantine/core'
import { useAction } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { shownInForm } from '../parts/form-error.tsx'
import { originOf } from '../parts/origin-of.ts'
import { linkMessages } from './messages.ts'

/** Registers the domain of a return URL where it was refused, and continues. For owners. */
export function AddReturnDomain({ url, onAdded }: { url: string; onAdded: () => void }) {
  const t = useMessages(linkMessages)
  const origin = originOf(url)
  const add = useAction((client) => client.connect.origins.register({ origin }), {
    topics: ['connect_settings'],
    onSuccess: onAdded,
    onError: shownInForm,
  })
  return (
    <Stack gap="xs" align="flex-start" mt={-8}>
      <Button size="xs" loading={add.isPending} onClick={() => add.mutate(undefined)}>
        {t('addDomain', { domain: origin.replace(/^https:\/\//, '') })}
      </Button>
      {add.error && <ErrorNotice error={add.error} />}
    </Stack>
  )
}
