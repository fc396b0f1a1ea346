import type pg from 'pg'

/** A table to copy, with its columns except generated ones. */
export type CopiedTable = { name: string; columns: string[] }

/** Not copied: the schema's version, the running processes and the server that holds the data. */
const excludedTables = ['migration', 'process', 'database_server']

/** The tables to copy (not unlogged ones), referenced tables first. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relpersistence = 'p' and c.relname <> all($1)
     order by c.relname`,
    [excludedTables],
  )
  const sorted: CopiedTable[] = []
  const done = new Set<string>()
  while (sorted.length < rows.length) {
    const ready = rows.filter(
      ({ name, needs }) => !done.has(name) && needs.every((need) => done.has(need)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const { name, columns } of ready) {
      done.add(name)
      sorted.push({ name, columns })
    }
  }
  return sorted
}

/** A day partition; `bounds` as PostgreSQL prints them. */
export type Partition = { parent: string; name: string; bounds: string }

export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
       and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
     order by 1, 2`,
  )
  return rows
}

/** The last value of each sequence; `null` if it was never used. */
export async function listSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: Pick<CopiedTable, 'columns'>): string {
  return columns.map(quoted).join(', ')
}
