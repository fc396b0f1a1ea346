import type { Rule } from './rule.ts'

/** The page sends no request that the member's role may not send. */
export const permissions: Rule = async ({ refused }) => [...refused]

/** Changes that the API refuses to a contributor. */
const refusedToContributors =
  /^(Retry|Reconnect|Disconnect|Sync now|Cancel post|Reschedule|Publish now|Connect|Create (connect )?link|.*(published|not there).*)$/i

/** A contributor has no button for a change that the API would refuse. */
export const contributorButtons: Rule = async ({ page }) => {
  const buttons = page.getByRole('main').getByRole('button', { name: refusedToContributors })
  return (await buttons.allInnerTexts()).map((text) => `a button that is refused: ${text}`)
}
