import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seaweedfsProgram } from '../home.ts'
import { freePort, type RunningServer } from '../running.ts'

/** A running SeaweedFS with one bucket. `env` is what Postern needs to use it. */
export type Seaweedfs = {
  env: Record<string, string>
  /** Kills the server without a warning. Its files stay. */
  kill(): Promise<void>
  /** Stops it from responding; connections are still accepted. `start` lets it go on. */
  freeze(): void
  start(): Promise<void>
}

const bucket = 'postern-media'
const credentials = { accessKey: 'postern', secretKey: 'on-this-machine-only' }
const readyMsMax = 60_000
const pollMs = 50
/** Each gRPC port is the HTTP port plus 10,000. */
const httpPortMax = 55_000
/** Stops the server when the pipe to this process closes, so that it never outlives its parent. */
const guard = '"$@" & echo $!; cat > /dev/null; kill -9 $!'

/** Starts SeaweedFS with an empty bucket in a temporary folder. Its S3 API is at `port`. */
export async function startSeaweedfs(
  home: string,
  port?: number,
): Promise<RunningServer & { seaweedfs: Seaweedfs }> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-seaweedfs-'))
  const s3Config = join(folder, 's3.json')
  const identity = { name: 'postern', credentials: [credentials], actions: ['Admin'] }
  writeFileSync(s3Config, JSON.stringify({ identities: [identity] }))
  const s3Port = port ?? (await lowPort())
  const words = [
    'server',
    ...['-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-dir=${folder}`],
    ...[`-master.port=${await lowPort()}`, '-master.volumeSizeLimitMB=64'],
    // The only server elects itself, for which it would wait 10 s.
    '-master.electionTimeout=1s',
    ...[`-volume.port=${await lowPort()}`, '-volume.max=8'],
    ...['-filer', `-filer.port=${await lowPort()}`],
    ...['-s3', `-s3.port=${s3Port}`, `-s3.config=${s3Config}`],
    ...['-s3.port.iceberg=0', '-s3.port.lance=0'],
  ]
  const program = seaweedfsProgram(home)
  const endpoint = `http://127.0.0.1:${s3Port}`
  const env = {
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKey,
    S3_SECRET_ACCESS_KEY: credentials.secretKey,
  }
  let child: ChildProcess
  let serverPid: number
  let isFrozen = false

  const run = async () => {
    child = spawn('sh', ['-c', guard, 'sh', program, ...words], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    serverPid = Number(line.toString())
    await waitUntilReady(env, child)
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.stdin!.end()
    await ended
  }
  const stop = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    await run()
  } catch (err) {
    await stop()
    throw err
  }
  const seaweedfs: Seaweedfs = {
    env,
    kill,
    freeze: () => {
      process.kill(serverPid, 'SIGSTOP')
      isFrozen = true
    },
    start: async () => {
      if (!isFrozen) return await run()
      process.kill(serverPid, 'SIGCONT')
      isFrozen = false
    },
  }
  return { seaweedfs, pids: [serverPid!], stop }
}

async function lowPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (port <= httpPortMax) return port
  }
}

/** Waits until a file can be stored: the S3 API answers before its parts know each other. */
async function waitUntilReady(env: Record<string, string>, child: ChildProcess): Promise<void> {
  const { CreateBucketCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: env.S3_REGION!,
    endpoint: env.S3_ENDPOINT!,
    forcePathStyle: true,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID!, secretAccessKey: env.S3_SECRET_ACCESS_KEY! },
    maxAttempts: 1,
  })
  const Bucket = bucket
  const until = performance.now() + readyMsMax
  for (;;) {
    await client.send(new CreateBucketCommand({ Bucket })).catch(() => {})
    const isReady = await client
      .send(new PutObjectCommand({ Bucket, Key: 'ready', Body: 'ready' }))
      .then(
        () => true,
        () => false,
      )
    if (isReady) return client.destroy()
    if (child.exitCode !== null || performance.now() > until) {
      throw new Error('SeaweedFS did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
