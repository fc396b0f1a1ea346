import { Anchor, AppShell, Box, Burger, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { Session } from '@postern/sdk'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { Activity, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useLoadedPlatforms } from '../api/platforms.ts'
import { useIsSessionEnded } from '../api/query-client.ts'
import { ReconnectProvider } from '../connect/reconnect.tsx'
import { useMessages } from '../messages/messages.ts'
import { KeysTip } from '../navigation/keys.tsx'
import { shellMessages } from '../navigation/messages.ts'
import { useMayOpenPath } from '../navigation/page-list.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { LoadingLines } from '../parts/list-states.tsx'
import { commonMessages } from '../parts/messages.ts'
import { WaysOutContext } from '../parts/not-found-notice.tsx'
import { setTimeZone } from '../parts/time-zone.ts'
import { Wordmark } from '../parts/wordmark.tsx'
import { useSession } from '../session/use-session.ts'
import { Banners } from './banners.tsx'
import { NotAllowed } from './fallback-pages.tsx'
import { MemberMenu } from './member-menu.tsx'
import { Navigation } from './navigation.tsx'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { type OpenDialog, QuickAccess, SearchButton } from './quick-access.tsx'
import { ChosenProfile } from './selected-profile.tsx'
import { SettingsTabs } from './settings-tabs.tsx'
import { useFocusRestore } from './use-focus-restore.ts'
import { WaysOut } from './ways-out.tsx'

const SecondFactorRequired = lazy(() => import('../session/second-factor-required.tsx'))
const SessionEnded = lazy(() => import('../session/session-ended.tsx'))

/** The frame around every page of a signed-in member. */
export function Shell() {
  const t = useMessages(commonMessages)
  const session = useSession()
  // Stays until the recovery codes were seen, also if the session is read again meanwhile.
  const [isSettingUp, setSettingUp] = useState(false)
  if (mustSetUp(session.data) && !isSettingUp) setSettingUp(true)
  const platforms = useLoadedPlatforms(Boolean(session.data) && !isSettingUp)
  // Deferred, so that React renders the first page in slices instead of blocking the browser.
  const isReady = useDeferredValue(Boolean(session.data && platforms.data))
  if (session.data && isSettingUp) {
    return (
      <Suspense fallback={<LoadingLines rows={6} />}>
        <SecondFactorRequired
          email={session.data.member.email ?? ''}
          onDone={() => void session.refetch().then(() => setSettingUp(false))}
        />
      </Suspense>
    )
  }
  if (session.data && isReady) {
    const { id, email, time_zone } = session.data.member
    // Before the page, which formats dates while it renders.
    setTimeZone(time_zone)
    return <Inside email={email ?? ''} memberId={id} timeZone={time_zone} />
  }
  const failed = [session, platforms].find(({ isError }) => isError)
  if (!failed && (session.isPending || session.data)) {
    return (
      // The skeleton of index.html stays visible until there is a <main>.
      <VisuallyHidden role="status" aria-busy>
        {t('loading')}
      </VisuallyHidden>
    )
  }
  if (failed?.error) {
    return (
      <Box component="main" p="xl" maw={600} mx="auto">
        <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
      </Box>
    )
  }
  return <ToSignIn />
}

function mustSetUp(session: Session | null | undefined): boolean {
  return session?.second_factor.required === true && !session.second_factor.enabled
}

/** Redirects to sign-in once, with the requested page as `next`. */
function ToSignIn() {
  const navigate = useNavigate()
  const [asked] = useState(useLocation().href)
  useEffect(() => {
    const search = asked === '/' ? {} : { next: asked }
    void navigate({ to: '/sign-in', search: search as never, replace: true })
  }, [navigate, asked])
  return null
}

/** The page at the current path, or why the member's role may not open it. */
function CurrentPage() {
  const { pathname } = useLocation()
  return useMayOpenPath(pathname) ? <Outlet /> : <NotAllowed />
}

type InsideProps = { email: string; memberId: string; timeZone: string | null }

function Inside({ email, memberId, timeZone }: InsideProps) {
  const t = useMessages(shellMessages)
  const isEnded = useIsSessionEnded()
  useFocusRestore()
  const [isOpen, { toggle, close }] = useDisclosure()
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const openPalette = () => {
    close()
    setOpenDialog('palette')
  }
  return (
    <AppShell
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width: 252, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 24 }}
    >
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header hiddenFrom="md" px="md">
        <Group h="100%" justify="space-between" gap="xs" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label={t('menu')}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <Group gap={4} wrap="nowrap" miw={0}>
            <SearchButton isCompact onClick={openPalette} />
            <Compose onWalk={close} compact />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('navigation')}>
        {/* On a phone the menu is rendered after the page, or when it is opened. */}
        <Activity mode={isWide || wasOpened ? 'visible' : 'hidden'}>
          <Stack gap="sm" pb="sm">
            <Box visibleFrom="md" px="sm" pt={4}>
              <Brand />
            </Box>
            <ProfileSwitcher />
            <Stack gap="sm" visibleFrom="md">
              <SearchButton onClick={openPalette} />
              <Compose onWalk={close} />
            </Stack>
          </Stack>
          <Navigation onWalk={close} />
          <MemberMenu />
        </Activity>
      </AppShell.Navbar>
      <ReconnectProvider>
        <AppShell.Main id="content" tabIndex={-1} data-behind-menu={isOpen || undefined}>
          <Banners />
          <WaysOutContext value={<WaysOut onSearch={openPalette} />}>
            <ChosenProfile>
              <SettingsTabs />
              {/* A new one in another time zone, because it reads the zone wherever it formats. */}
              <CurrentPage key={timeZone} />
            </ChosenProfile>
          </WaysOutContext>
        </AppShell.Main>
        <QuickAccess opened={openDialog} onOpen={setOpenDialog} />
      </ReconnectProvider>
      {isEnded && (
        <Suspense>
          <SessionEnded email={email} memberId={memberId} />
        </Suspense>
      )}
    </AppShell>
  )
}

function Brand() {
  return (
    <Anchor component={Link} to="/" display="flex" c="inherit" underline="never">
      <Wordmark />
    </Anchor>
  )
}

function Compose({ onWalk, compact = false }: { onWalk: () => void; compact?: boolean }) {
  const t = useMessages(shellMessages)
  return (
    <KeysTip keys="c">
      <Button
        component={Link}
        to="/posts/new"
        aria-keyshortcuts="c"
        leftSection={<PenLine size={16} aria-hidden />}
        fullWidth={!compact}
        size={compact ? 'xs' : 'sm'}
        onClick={onWalk}
      >
        {t('compose')}
      </Button>
    </KeysTip>
  )
}
