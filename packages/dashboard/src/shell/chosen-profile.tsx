import { Button } from '@mantine/core'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useData } from '../api/use-data.ts'
import { useProfileFilter } from '../api/use-filter.ts'
import { useMessages } from '../messages/messages.ts'
import { Empty } from '../parts/empty.tsx'
import { isNotThere } from '../parts/not-there.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { useChosenProfile } from '../session/use-chosen-profile.ts'
import { useMember } from '../session/use-session.ts'
import { shellWords } from './words.ts'

/** The page, or the way on where the address confines it to a profile that is not there. */
export function ChosenProfile({ children }: { children: ReactNode }) {
  const t = useMessages(shellWords)
  const [, choose] = useProfileFilter()
  if (!useIsMissing()) return children
  return (
    <PageFrame title={t('profileNotFound')}>
      <Empty
        icon={Compass}
        title={t('profileNotFound')}
        text={t('profileNotFoundText')}
        action={<Button onClick={() => choose(null)}>{t('showAllProfiles')}</Button>}
      />
    </PageFrame>
  )
}

function useIsMissing(): boolean {
  const [chosen] = useProfileFilter()
  const { profiles } = useMember()
  const { profile, isReady } = useChosenProfile()
  const isUnknown = chosen !== null && !profile
  // An owner may have more profiles than the list of names holds.
  const { error } = useData(
    'profiles',
    ['chosen', chosen],
    (client) => client.profiles.get(chosen!),
    { of: 'all', enabled: isUnknown && isReady && profiles === null },
  )
  return isUnknown && (profiles !== null || isNotThere(error))
}
