const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(.*)$/s
const writable = ['read-write', 'primary']

/**
 * The servers of a database URL, as URLs of one host each. Several hosts are separated by commas, as in
 * libpq: `postgresql://user@one:5432,two:5432/database?target_session_attrs=read-write`. Throws when it
 * cannot be used.
 */
export function databaseServers(url: string): string[] {
  const [, scheme, user, hosts = '', rest = ''] = shape.exec(url) ?? []
  if (scheme === undefined) return [url]
  if (/[?&](host|port)=[^&]*(,|%2c)/i.test(rest)) {
    throw new Error('Write several hosts as in postgresql://user@one:5432,two:5432/database.')
  }
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(rest)?.[1]
  if (wanted !== undefined && !writable.includes(wanted)) {
    throw new Error('target_session_attrs must be read-write: Postern writes to its database.')
  }
  const credentials = user === undefined ? '' : `${user}@`
  const urls = hosts.split(',').map((host) => `${scheme}${credentials}${host}${rest}`)
  const isUsable = (each: string) => URL.canParse(each) && new URL(each).hostname !== ''
  if (urls.length === 1 || urls.every(isUsable)) return urls
  throw new Error('Each of the hosts must be a name or an address, with its port or without.')
}

/** Inserts a password into a database URL; `null` when the URL has one, or cannot have one. */
export function withDatabasePassword(url: string, password: string): string | null {
  const [, scheme, user = '', hosts, rest] = shape.exec(url) ?? []
  if (scheme === undefined || user.includes(':')) return null
  return `${scheme}${user}:${encodeURIComponent(password)}@${hosts}${rest}`
}
