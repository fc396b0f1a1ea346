import { useDocumentTitle, useWindowEvent } from '@mantine/hooks'
import type { Session } from '@postern/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionKey } from '../api/query-client.ts'
import { useSearchParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { EntryFrame } from './entry-frame.tsx'
import { LinkForm } from './link-form.tsx'
import { sessionMessages } from './messages.ts'
import { sameSitePath } from './same-site-path.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInHelp } from './sign-in-help.tsx'
import { SignInOptions } from './sign-in-options.tsx'
import { SignInProblem } from './sign-in-problem.tsx'
import { useSignInMethods } from './use-sign-in-methods.ts'

/** Problems that another account at the provider may solve. */
const accountProblems = ['unknown_member', 'unverified_email', 'other_account', 'disabled']

/** `/sign-in`; with `#token=…` the page of a sign-in link. */
export function SignInPage() {
  const t = useMessages(sessionMessages)
  const [token, setToken] = useState(tokenOfAddress)
  // A link that is pasted into a tab with this page open does not load the page again.
  useWindowEvent('hashchange', () => setToken((before) => tokenOfAddress() ?? before))
  const [next] = useSearchParam('next')
  const [problem] = useSearchParam('problem')
  const methods = useSignInMethods()
  const navigate = useNavigate()
  const queries = useQueryClient()
  useDocumentTitle(`${t('signIn')} · Postern`)
  const enter = (session: Session) => {
    queries.clear()
    queries.setQueryData(sessionKey, session)
    void navigate({ href: sameSitePath(next) ?? '/', replace: true } as never)
  }
  // Shown at once when it is known, so that nothing moves.
  if (!methods) return null
  if (token) {
    return (
      <EntryFrame>
        <LinkForm
          key={token}
          token={token}
          methods={methods}
          onSignedIn={enter}
          onGiveUp={() => setToken(null)}
        />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={t('signInTitle')} text={t('signInText')}>
      {problem && <SignInProblem problem={problem} provider={methods.provider?.label ?? null} />}
      <SignInOptions
        methods={methods}
        next={sameSitePath(next)}
        chooseAccount={accountProblems.includes(problem ?? '')}
      >
        <SignInForm onSignedIn={enter} />
      </SignInOptions>
      {methods.password && <SignInHelp />}
    </EntryFrame>
  )
}

/** Removes the token from the URL, so that it does not stay in the browser's history. */
function tokenOfAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) history.replaceState(null, '', location.pathname + location.search)
  return token
}
