import type {
  Comment,
  Container,
  Deletion,
  InboxConfig,
  InboxMessage,
  Media,
  MetricValue,
  Notification,
  OutgoingRequest,
  Post,
  Publication,
} from './content.ts'
import type {
  Account,
  App,
  Business,
  Code,
  Fault,
  Grant,
  NetworkRecord,
  Person,
  Registration,
  Subscription,
  Token,
} from './records.ts'
import type { Settings } from './settings.ts'
import { createTable, type Table } from './table.ts'

/** All records of one sandbox. No module keeps state of its own. */
export type State = ReturnType<typeof createState>

type ClockRecord = { id: 'clock'; offset_ms: number }

export function createState(changed: () => void) {
  const plain = <T extends { id: string }>(name: string) => createTable<T>(name, {}, changed)
  const byAccount = <T extends { id: string; account_id: string }>(name: string) =>
    createTable<T, 'account'>(name, { account: (record) => record.account_id }, changed)

  return {
    clock: plain<ClockRecord>('clock'),
    settings: plain<Settings>('settings'),
    apps: plain<App>('apps'),
    people: plain<Person>('people'),
    accounts: createTable<Account, 'person' | 'platform' | 'username' | 'second' | 'business'>(
      'accounts',
      {
        person: (account) => account.person_id,
        platform: (account) => `${account.platform}:${account.kind}`,
        username: (account) => `${account.platform}:${account.username.toLowerCase()}`,
        second: (account) => account.second_id ?? undefined,
        business: (account) => account.page?.business_id ?? undefined,
      },
      changed,
    ),
    businesses: plain<Business>('businesses'),
    networkRecords: createTable<NetworkRecord, 'kind'>(
      'network_records',
      { kind: (record) => record.kind },
      changed,
    ),
    registrations: plain<Registration>('registrations'),
    grants: byAccount<Grant>('grants'),
    codes: plain<Code>('codes'),
    tokens: createTable<Token, 'grant'>('tokens', { grant: (token) => token.grant_id }, changed),
    subscriptions: byAccount<Subscription>('subscriptions'),
    faults: createTable<Fault, 'platform'>('faults', { platform: (f) => f.platform }, changed),
    media: plain<Media>('media'),
    containers: byAccount<Container>('containers'),
    posts: createTable<Post, 'account' | 'shortcode'>(
      'posts',
      { account: (post) => post.account_id, shortcode: (post) => post.shortcode },
      changed,
    ),
    comments: createTable<Comment, 'post' | 'parent' | 'author'>(
      'comments',
      {
        post: (comment) => comment.post_id,
        parent: (comment) => comment.parent_id ?? undefined,
        author: (comment) => comment.author_id ?? undefined,
      },
      changed,
    ),
    notifications: byAccount<Notification>('notifications'),
    publications: createTable<Publication, 'account' | 'upload'>(
      'publications',
      { account: (p) => p.account_id, upload: (p) => p.upload_token },
      changed,
    ),
    metricValues: plain<MetricValue>('metric_values'),
    deletions: byAccount<Deletion>('deletions'),
    outgoing: plain<OutgoingRequest>('outgoing'),
    inboxes: plain<InboxConfig>('inboxes'),
    messages: createTable<InboxMessage, 'inbox'>('messages', { inbox: (m) => m.inbox }, changed),
  }
}

/** All tables, for saving, loading and clearing. */
export function allTables(state: State): Table<{ id: string }>[] {
  return Object.values(state) as unknown as Table<{ id: string }>[]
}
