import pg from 'pg'

type DriverQuery = {
  handleReadyForQuery(connection: unknown): void
  _result: unknown
  _results: unknown
}

/**
 * Lets every finished query of the driver drop its result. A query that reached the old generation keeps
 * the next one of its connection alive, so that each result survived every young collection until the
 * next full one (pg 8.23: 0.7 MB more after each for rows of 20 kB).
 */
export function releaseResults(): void {
  const prototype = pg.Query.prototype as unknown as DriverQuery & { releasesResults?: true }
  if (prototype.releasesResults) return
  const { handleReadyForQuery } = prototype
  prototype.releasesResults = true
  prototype.handleReadyForQuery = function (connection) {
    handleReadyForQuery.call(this, connection)
    this._result = null
    this._results = null
  }
}
