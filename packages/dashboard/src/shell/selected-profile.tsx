import { Button } from '@mantine/core'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useData } from '../api/use-data.ts'
import { useProfileParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { Empty } from '../parts/empty.tsx'
import { isNotFound } from '../parts/not-found-notice.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { useSelectedProfile } from '../session/use-selected-profile.ts'
import { useMember } from '../session/use-session.ts'

/** The page, or "Not found" if the profile in the URL does not exist. */
export function ChosenProfile({ children }: { children: ReactNode }) {
  const t = useMessages(shellMessages)
  const [, choose] = useProfileParam()
  if (!useIsMissing()) return children
  return (
    <PageFrame title={t('profileNotFound')}>
      <Empty
        icon={Compass}
        text={t('profileNotFoundText')}
        action={<Button onClick={() => choose(null)}>{t('showAllProfiles')}</Button>}
      />
    </PageFrame>
  )
}

function useIsMissing(): boolean {
  const [chosen] = useProfileParam()
  const { profiles } = useMember()
  const { profile, isReady } = useSelectedProfile()
  const isUnknown = chosen !== null && !profile
  // An owner may have more profiles than the loaded list.
  const { error } = useData(
    'profiles',
    ['chosen', chosen],
    (client) => client.profiles.get(chosen!),
    { scope: 'all', enabled: isUnknown && isReady && profiles === null },
  )
  return isUnknown && (profiles !== null || isNotFound(error))
}
