import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/config.ts'
import { isLoopbackOnly } from '../../outbound/loopback.ts'
import { secretsFile } from '../../security/stored-secrets.ts'
import { incomingDirectory, storeOf } from '../../storage/store.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const nodeMajorMin = 24
const diskBytesMin = 1e9
const diskBytesLow = 5e9

/** Checks the machine: runtime, disk, file modes and media store. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    checkNode(),
    await checkDisk(config),
    ...checkFiles(config),
    await checkStore(config),
    checkPrivateWebhooks(config),
  ]
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  const text = `Node ${process.versions.node}`
  if (major >= nodeMajorMin) return ok('runtime', text)
  return problem('runtime', `${text} is too old.`, 'Use Node 26, which npm ci installs.')
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(dataDir)
  const free = bavail * bsize
  const share = Math.round((bavail / blocks) * 100)
  const text = `${(free / 1e9).toFixed(1)} GB (${share} %) free on the disk of ${dataDir}`
  const advice = 'Free up disk space. Without it the database stops and uploads fail.'
  if (free < diskBytesMin) return problem('disk', text, advice)
  return free < diskBytesLow ? warning('disk', text, advice) : ok('disk', text)
}

function checkFiles({ dataDir, logFile, hasStoredKeys }: Config): Finding[] {
  const secrets = secretsFile(dataDir)
  const log = logFile ?? join(dataDir, 'postern.log')
  const content = hasStoredKeys ? 'the encryption keys' : 'the password of the database'
  return [
    ...modeOf('secrets.json', secrets, `It contains ${content}.`),
    ...(existsSync(log) ? modeOf('log file', log, 'It contains IDs and IP addresses.') : []),
  ]
}

function modeOf(check: string, file: string, why: string): Finding[] {
  if (!existsSync(file)) return []
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) === 0) return [ok(check, `only its owner can read ${file}`)]
  const modeText = mode.toString(8).padStart(4, '0')
  return [
    problem(
      check,
      `${file} has mode ${modeText}, so others can read it. ${why}`,
      `chmod 600 ${file}`,
    ),
  ]
}

async function checkStore(config: Config): Promise<Finding> {
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : `${config.dataDir}/media`
  const key = `doctor/${randomUUID()}`
  const path = join(incomingDirectory({ config }), `doctor-${randomUUID()}`)
  const store = storeOf({ config })
  try {
    await mkdir(incomingDirectory({ config }), { recursive: true, mode: 0o700 })
    await writeFile(path, key)
    await store.put(key, path, 'text/plain')
    const stream = await store.open(key, null)
    const text = Buffer.concat((await stream?.toArray()) ?? []).toString('utf8')
    await store.remove(key)
    if (text !== key) throw new Error('the written file could not be read back')
    return ok('media store', `files can be written to, read from and deleted in ${where}`)
  } catch (err) {
    return problem(
      'media store',
      `files cannot be stored in ${where}: ${reasonOf(err)}`,
      config.s3
        ? 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the rights of the access key (put, get, delete).'
        : 'Make the user that runs Postern the owner of the folder.',
    )
  }
}

function checkPrivateWebhooks(config: Config): Finding {
  const check = 'private addresses'
  if (!config.allowPrivateWebhooks)
    return ok(check, 'webhooks and downloads only reach public addresses')
  const text = 'ALLOW_PRIVATE_WEBHOOKS lets webhooks and downloads reach private addresses'
  if (isLoopbackOnly(config)) return ok(check, `${text} (only this machine uses the service)`)
  const advice = 'Unset it unless your webhook receivers are in your own network.'
  return problem(check, text, advice)
}
