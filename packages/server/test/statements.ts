import pg from 'pg'
import { vi } from 'vitest'

/** The texts of the statements that a request sends. */
export async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await request()
    return query.mock.calls.map(([first]) => {
      const statement = first as unknown as string | { text: string }
      return typeof statement === 'string' ? statement : statement.text
    })
  } finally {
    query.mockRestore()
  }
}
