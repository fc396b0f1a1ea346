import { openTestApp, type TestApp } from '../../../server/test/test-app.ts'
import { type N8n, startN8n } from './n8n.ts'

/** Postern at its real time, and an n8n with credentials for it. */
export type Fixture = {
  testApp: TestApp
  n8n: N8n
  /** The ID of the owner's credentials in n8n. */
  credential: string
  createCredential(apiKey: string): Promise<string>
  /** Calls Postern's API as the owner; returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  api(method: string, path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  const testApp = await openTestApp({ listening: true, now: new Date(), poolMax: 10 })
  const n8n = await startN8n().catch(async (error) => {
    await testApp.close()
    throw error
  })
  const createCredential = async (apiKey: string): Promise<string> => {
    // People paste URLs that end with a slash.
    const data = { url: `${testApp.ctx.config.publicUrl}/`, apiKey }
    const input = { name: 'Postern', type: 'posternApi', data }
    return (await n8n.call('POST', '/credentials', input)).id
  }
  return {
    testApp,
    n8n,
    createCredential,
    credential: await createCredential(testApp.ownerKey),
    api: async (method, path, body) => (await testApp.call(method, path, body)).body,
    close: async () => {
      await n8n.remove()
      await testApp.close()
    },
  }
}
