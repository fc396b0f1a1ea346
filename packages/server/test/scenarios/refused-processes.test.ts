import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { dropTestDatabase } from '../database.ts'
import { startProcess } from '../processes.ts'
import { freePort, openTestApp } from '../test-app.ts'

test('an unreachable database is reported', async () => {
  const databaseUrl = 'postgresql://postern@127.0.0.1:1/postern'
  const start = startProcess({ role: 'api', databaseUrl, port: await freePort() })
  await expect(start).rejects.toThrow('The database of DATABASE_URL cannot be reached: connect')
})

test('a first start with a port in use fails and prints the owner key at the next start', async () => {
  const testApp = await openTestApp()
  const name = `test_${randomBytes(8).toString('hex')}`
  await testApp.ctx.db.pool.query(`create database ${name} template template0`)
  const { host, port: socket, user, password } = testApp.ctx.db.pool.options
  const query = new URLSearchParams({ host: String(host), port: String(socket) })
  const databaseUrl = `postgresql://${user}:${password}@localhost/${name}?${query}`
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const { port } = blocker.address() as AddressInfo
  try {
    const taken = startProcess({ role: 'api', databaseUrl, port })
    await expect(taken).rejects.toThrow(`Port ${port} of 127.0.0.1 is already in use.`)
    await new Promise((resolve) => blocker.close(resolve))
    const server = await startProcess({ role: 'api', databaseUrl, port })
    await expect.poll(() => server.output()).toMatch(/Owner key \(shown once\): pst_owner_/)
    expect(server.output()).toContain('/dashboard/sign-in#token=')
    await server.stop()
  } finally {
    blocker.close()
    await dropTestDatabase(name)
    await testApp.close()
  }
})
