import { expect } from 'vitest'
import type { Case } from '../author.ts'

export const connectCases: readonly Case[] = [
  {
    name: 'allowing the app connects the account with all permissions',
    run: async (author) => {
      const account = await author.connect()
      expect(account).toMatchObject({ status: 'connected', platform: author.world.platform })
      expect(account.permissions.missing).toEqual([])
      expect(await author.countEvents('account.connected')).toBe(1)
    },
  },
  {
    name: 'a wrong entry returns 422 and keeps what was typed, and the link still works',
    run: async (author) => {
      const link = await author.newLink()
      const { enteredWrong, entered } = author.network
      const refused = await author.submit(link, enteredWrong)
      expect([refused.status, refused.location]).toEqual([422, null])
      expect(refused.text).toContain(`value="${enteredWrong}"`)
      await author.logIn(link, entered)
      expect((await author.readAccount()).status).toBe('connected')
    },
  },
  {
    name: 'canceling on the consent page connects nothing, and the link still works',
    run: async (author) => {
      const link = await author.newLink()
      await author.logIn(link, author.network.entered, 'cancel')
      expect(await author.readAccount()).toBeUndefined()
      await author.logIn(link, author.network.entered)
      expect((await author.readAccount()).status).toBe('connected')
    },
  },
  {
    name: 'a reconnect link asks no question and keeps the account',
    run: async (author) => {
      const account = await author.connect()
      const link = await author.newLink({ account_id: account.id })
      const page = await author.visit('GET', `${link}/${author.world.platform}`)
      expect(page.status).toBe(303)
      await author.logIn(link, null)
      expect(await author.readAccount()).toMatchObject({ id: account.id, status: 'connected' })
    },
  },
]
