import { existsSync, readFileSync, renameSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { allTables, type State } from './state.ts'

const SAVE_DELAY_MS = 200
const RECORDS_PER_CHUNK = 500

export type Snapshot = { changed(): void; flush(): Promise<void> }

/**
 * Saves the state to `file` within 200 ms of a change: temporary file, fsync, rename. All records
 * are serialized synchronously, so a snapshot is consistent, and written asynchronously.
 */
export function createSnapshot(file: string | undefined, state: () => State): Snapshot {
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const save = () => {
    timer = undefined
    if (!file) return writing
    const sections = allTables(state()).map(
      (table) => [table.name, table.serialize()] satisfies [string, string[]],
    )
    writing = writing.catch(() => undefined).then(() => writeAtomically(file, sections))
    return writing
  }
  return {
    changed() {
      if (!file || timer) return
      timer = setTimeout(() => save().catch(report), SAVE_DELAY_MS)
    },
    async flush() {
      if (timer) {
        clearTimeout(timer)
        await save()
      }
      await writing
    },
  }
}

/** Reports a failed save, for example on a full disk. The next change tries again. */
function report(error: unknown): void {
  process.emitWarning(`The sandbox could not save its state: ${String(error)}`)
}

async function writeAtomically(file: string, sections: [string, string[]][]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w', 0o600)
  try {
    for (const chunk of chunks(sections)) await handle.write(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

function* chunks(sections: [string, string[]][]): Generator<string> {
  yield '{"version":1,"tables":{'
  for (const [position, [name, texts]] of sections.entries()) {
    yield `${position ? ',' : ''}\n"${name}":[`
    for (let from = 0; from < texts.length; from += RECORDS_PER_CHUNK) {
      const part = texts.slice(from, from + RECORDS_PER_CHUNK).join(',\n')
      yield from ? `,\n${part}` : part
    }
    yield ']'
  }
  yield '}}\n'
}

export type LoadResult = { loaded: boolean; warning?: string }

/** Loads the empty state from `file`. An unreadable file is renamed, and `warning` reports it. */
export function loadSnapshot(file: string | undefined, state: State): LoadResult {
  if (!file || !existsSync(file)) return { loaded: false }
  try {
    const saved: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const tables = (saved as { tables?: Record<string, unknown> } | null)?.tables
    if (!tables || typeof tables !== 'object') throw new Error('it has no "tables" object')
    for (const table of allTables(state)) {
      const records = tables[table.name] ?? []
      if (!Array.isArray(records)) throw new Error(`table "${table.name}" is not a list`)
      for (const record of records) {
        if (typeof record?.id !== 'string') throw new Error(`a record of "${table.name}" has no id`)
        table.put(record)
      }
    }
    return { loaded: true }
  } catch (error) {
    for (const table of allTables(state)) table.clear()
    const brokenFile = `${file}.broken-${Date.now()}`
    renameSync(file, brokenFile)
    const reason = error instanceof Error ? error.message : String(error)
    return {
      loaded: false,
      warning: `The state file ${file} could not be read (${reason}). It was moved to ${brokenFile}, and the sandbox starts with a new state.`,
    }
  }
}
