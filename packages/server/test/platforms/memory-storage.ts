import type {
  ClientKey,
  ServerApp,
  ServerStorage,
} from '../../src/platforms/contract/server-storage.ts'

/** The storage of a network with a server per account, without a database. */
export function memoryStorage(): ServerStorage {
  const apps: ServerApp[] = []
  const keys: ClientKey[] = []
  const isSame = (left: ServerApp, origin: string, redirectUri: string) =>
    left.origin === origin && left.redirectUri === redirectUri
  const findApp = async (origin: string, redirectUri: string) =>
    apps.find((app) => isSame(app, origin, redirectUri)) ?? null
  return {
    findApp,
    findAppById: async (origin, clientId) =>
      apps.find((app) => app.origin === origin && app.clientId === clientId) ?? null,
    saveApp: async (app) => {
      const existing = await findApp(app.origin, app.redirectUri)
      if (!existing) apps.push(app)
      return existing ?? app
    },
    forgetApp: async (app) => {
      const index = apps.findIndex(
        (each) => isSame(each, app.origin, app.redirectUri) && each.clientId === app.clientId,
      )
      if (index >= 0) apps.splice(index, 1)
    },
    listKeys: async () => [...keys],
    addFirstKey: async (key) => {
      if (keys.length === 0) keys.push(key)
      return [...keys]
    },
    spend: async ({ cost }) => cost,
  }
}
