import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { loadPage, preloadWhenIdle } from './api/load-page.ts'
import { Page as Overview } from './pages/overview/overview-page.tsx'
import { loadNotices } from './parts/deferred-notices.tsx'
import { LoadingLines } from './parts/list-states.tsx'
import { NotFound, PageFailed } from './shell/fallback-pages.tsx'
import { loadPalette } from './shell/quick-access.tsx'
import { Shell } from './shell/shell.tsx'

type Search = Record<string, string | undefined>

/** Every page but the overview: its path and the file that is loaded on demand. */
const pages = {
  '/calendar': () => import('./pages/calendar/calendar-page.tsx'),
  '/posts': () => import('./pages/posts/list/posts-page.tsx'),
  '/posts/new': () => import('./pages/composer/composer-page.tsx'),
  '/posts/import': () => import('./pages/posts/import/import-page.tsx'),
  '/posts/$id': () => import('./pages/posts/detail/post-page.tsx'),
  '/posts/$id/edit': () => import('./pages/composer/composer-page.tsx'),
  '/queue': () => import('./pages/queue/queue-page.tsx'),
  '/inbox': () => import('./pages/inbox/inbox-page.tsx'),
  '/insights': () => import('./pages/insights/insights-page.tsx'),
  '/media': () => import('./pages/media/media-page.tsx'),
  '/saved-texts': () => import('./pages/saved-texts/saved-texts-page.tsx'),
  '/profiles': () => import('./pages/profiles/profiles-page.tsx'),
  '/profiles/$id': () => import('./pages/profiles/profile-page.tsx'),
  '/accounts': () => import('./pages/accounts/accounts-page.tsx'),
  '/accounts/$id': () => import('./pages/accounts/account-page.tsx'),
  '/connect-links': () => import('./pages/connect-links/connect-links-page.tsx'),
  '/webhooks': () => import('./pages/webhooks/webhooks-page.tsx'),
  '/webhooks/$id': () => import('./pages/webhooks/webhook-page.tsx'),
  '/webhooks/$id/deliveries/$deliveryId': () => import('./pages/webhooks/delivery-page.tsx'),
  '/api-keys': () => import('./pages/api-keys/api-keys-page.tsx'),
  '/requests': () => import('./pages/requests/requests-page.tsx'),
  '/redirect-origins': () => import('./pages/redirect-origins/redirect-origins-page.tsx'),
  '/brand': () => import('./pages/brand/brand-page.tsx'),
  '/members': () => import('./pages/members/members-page.tsx'),
  '/audit-log': () => import('./pages/audit-log/audit-log-page.tsx'),
  '/settings': () => import('./pages/settings/settings-page.tsx'),
  '/system': () => import('./pages/system/system-page.tsx'),
} as const

/** The pages and their paths. Each call has a history of its own, as each load of the page has. */
export function createAppRouter() {
  const root = createRootRoute({
    validateSearch: (search: Search): Search => search,
    // Keep the selected profile across navigation.
    search: { middlewares: [retainSearchParams(['profile'])] },
    notFoundComponent: NotFound,
  })

  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

  /** Not on demand: most visits begin here, and most pages use its parts. */
  const overview = createRoute({ getParentRoute: () => shell, path: '/', component: Overview })

  const routes = Object.entries(pages).map(([path, load]) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component: lazyRouteComponent(loadPage(load), 'Page'),
    }),
  )

  /** Every other path. */
  const rest = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound })

  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(
      loadPage(() => import('./session/sign-in-page.tsx')),
      'SignInPage',
    ),
  })

  const router = createRouter({
    routeTree: root.addChildren([signIn, shell.addChildren([overview, ...routes, rest])]),
    basepath: '/dashboard',
    defaultPreload: 'intent',
    defaultPendingComponent: () => <LoadingLines rows={6} />,
    defaultErrorComponent: ({ error, reset }) => (
      <PageFailed error={error as Error} onRetry={() => void loadAgain(router).then(reset)} />
    ),
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // Plain query parameters instead of JSON, so that links can be written by hand.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const words = Object.entries(search as Search).filter((entry): entry is [string, string] =>
        Boolean(entry[1]),
      )
      return words.length > 0 ? `?${new URLSearchParams(words)}` : ''
    },
  })
  return router
}

/** Loads the current page's files again; the router keeps a failed import otherwise. */
async function loadAgain(router: AnyRouter): Promise<void> {
  type Lazy = { preload?: () => Promise<void> } | undefined
  for (const { routeId } of router.state.matches) {
    const { component } = router.routesById[routeId as '__root__'].options
    await (component as Lazy)?.preload?.()
  }
}

/** Loads all pages, and the dialogs of every page, while the browser is idle: they work offline. */
export function preloadPages(): void {
  preloadWhenIdle([
    loadPalette,
    loadNotices,
    () => import('./parts/confirm-dialog.tsx'),
    () => import('./session/session-ended.tsx'),
    ...Object.values(pages),
  ])
}
