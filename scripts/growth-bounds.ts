export type Size = {
  /** Lines of all files together. */
  lines: number
  /** The length that nine of ten files stay below. */
  p90: number
  /** Functions with more than 70 lines, mark-up included. */
  longFunctions: number
}

/** Rounded up from what is there. A change that needs more raises its bound and says why beside it. */
export const growthBounds: Readonly<Record<string, Size>> = {
  // Functions: three tables of routes and commands; the others return an object whose functions share state
  // (delivery worker, endpoint queues, Bluesky's login, the database). Threads are 1,200 of the lines: content,
  // checks and fallbacks of parts, three networks, the table of states with its types, what can be changed of a
  // thread that has started. Noticing a failover that lost data, and searching before publishing then, are 450;
  // several servers, a pooler and what is told about replication 700. WordPress is 1,050. Approval by link is 1,300:
  // its page, in four languages, decisions on a version, links with their records. Posting plans are 850.
  // YouTube is 1,500. Saved texts are 600, LinkedIn is 1,450, imports and the export of posts are 1,150. The
  // review kit with the pages about privacy in four languages is 1,100. Reports by link are 1,300: the numbers, their page
  // with charts in four languages.
  // p90: what the page of an approval link may show is bounded next to the cards that are measured for it.
  // Repeats of posts are 330, notices 700. The media library is 280: filters, the use of files, an update, the storage.
  'packages/server/src': { lines: 82_900, p90: 193, longFunctions: 11 },
  // Functions: mark-up, and the state of the composer (193 lines). Threads are 1,100 of the lines: the parts in
  // the composer, how a text is split, what each account publishes, which parts are public, the edit of the others.
  // Posting plans are 1,250: times, free slots in the calendar, the page of the queue. Approval is 500: its card on the
  // page of a post, the choice in the composer, links for several posts.
  // Saved texts are 450, the import of a file 250, reports 300, repeats 230, notices 250. The media library is 620: its
  // page, and the picker (mark-up).
  'packages/dashboard/src': { lines: 43_000, p90: 150, longFunctions: 13 },
  // WordPress is 1,400: sites, passwords, posts in every state, media, comments. YouTube is 1,700.
  // LinkedIn is 1,200.
  'packages/sandbox/src': { lines: 21_200, p90: 145, longFunctions: 0 },
  'packages/sdk': { lines: 2_020, p90: 110, longFunctions: 0 },
  'packages/sdk-python': { lines: 1_100, p90: 140, longFunctions: 0 },
  'packages/n8n': { lines: 1_200, p90: 180, longFunctions: 0 },
  // SeaweedFS is 170 lines, and the file that starts it 130: it is killed, stopped and started again. WordPress is 300:
  // a database, PHP and an installed site in a temporary folder, and its consent page.
  'packages/real-servers': { lines: 1_520, p90: 140, longFunctions: 0 },
  scripts: { lines: 3_300, p90: 140, longFunctions: 0 },
  // A server is killed at every call of a thread too, on two more networks. A benchmark with a replica. The drill of
  // a database cluster is 1,300: machines, Patroni, HAProxy, load, eight scenarios, counting.
  bench: { lines: 5_970, p90: 195, longFunctions: 0 },
}
