/** The settings of an installation's PostgreSQL. */
export const engineSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '120',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  // Start no processes for unused features: readers for large scans, and replication.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Tests only: trades durability for speed. */
export const disposableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
