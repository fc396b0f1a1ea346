import { openBrowser } from './browser.ts'
import { atPlatform, checkReturn, confirm, createLink } from './connect.ts'
import { check, checkSame, step } from './report.ts'
import type { Journey, Person } from './scenario.ts'
import type { Account, Profile } from './wire.ts'

/** A Facebook login gives access to three pages; the client chooses two on the hosted page. */
export async function connectPages(
  journey: Journey,
  profile: Profile,
  person: Person,
): Promise<Account[]> {
  const [first, second, third] = person.pages.map((page) => page.name)
  return await step('Facebook: three pages allowed, two of them chosen', async () => {
    const link = await createLink(journey, profile, ['facebook'])
    const browser = openBrowser()
    const page = await browser.open(link.url)
    const asked = await atPlatform(browser, page, 'facebook', person.accounts.facebook.id)
    const choice = await browser.press(asked, ({ value }) => value === 'allow')
    checkSame(choice.status, 200, `the choice page: "${choice.heading}"`)
    for (const name of [first!, second!, third!]) {
      check(choice.text.includes(name), `it shows ${name}`)
    }
    const wanted = person.pages.slice(0, 2).map((each) => each.id)
    const connect = ({ value }: { value: string }) => value === 'connect'
    const none = await browser.press(choice, connect, () => false)
    checkSame(none.status, 400, 'choosing none is asked again')
    const back = await browser.press(none, connect, ({ value }) => wanted.includes(value))
    const ids = back.url.searchParams.get('account_ids') ?? ''
    checkReturn(journey, back, {
      status: 'connected',
      profile_id: profile.id,
      account_ids: ids,
      state: 'order 4711 & more',
    })
    const pages = person.pages.slice(0, 2)
    const byId = new Map(pages.map((each) => [each.id, each.username]))
    const accounts = await confirm(journey, ids.split(','), [...byId.values()])
    for (const account of accounts) {
      await journey.receiver.wait(`account.connected for @${account.username}`, (arrival) => {
        return arrival.path === '/hooks/client' && arrival.event.data.account?.id === account.id
      })
    }
    return accounts
  })
}
