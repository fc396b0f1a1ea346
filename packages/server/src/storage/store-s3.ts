import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Config } from '../core/s3-settings.ts'
import { type FileStore, StorageUnavailable } from './file-store.ts'

const connectMsMax = 5_000
const idleMsMax = 15_000
/** A file that is sent is a stream, which is never sent again. */
const attemptsMax = 2
/** Without one the client prints warnings. Callers log `StorageUnavailable` with its cause. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Stores files in a bucket of Amazon S3 or a compatible store. One PUT per file, which is atomic and
 * limited to 5 GB. Loads the client on first use. Throws `StorageUnavailable` for everything but a
 * missing file: after an outage, or once the operator has corrected the settings, the same call succeeds.
 */
export function openBucket(config: S3Config): FileStore {
  let opening: ReturnType<typeof connect> | null = null
  const bucket = () => {
    opening ??= connect(config)
    return opening
  }
  return {
    put: async (key, path, mimeType) => {
      const { client, sdk } = await bucket()
      const file = await open(path)
      try {
        const { size } = await file.stat()
        const command = new sdk.PutObjectCommand({
          Bucket: config.bucket,
          Key: key,
          Body: file.createReadStream({ autoClose: false }),
          ContentLength: size,
          ContentType: mimeType,
        })
        await client.send(command).catch(unavailable)
      } finally {
        await file.close()
      }
      await rm(path, { force: true })
    },
    open: async (key, range) => {
      const { client, sdk } = await bucket()
      const Range = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
      const command = new sdk.GetObjectCommand({ Bucket: config.bucket, Key: key, ...Range })
      try {
        return (await client.send(command)).Body as Readable
      } catch (err) {
        if (err instanceof sdk.NoSuchKey) return null
        throw new StorageUnavailable(err)
      }
    },
    remove: async (key) => {
      const { client, sdk } = await bucket()
      const command = new sdk.DeleteObjectCommand({ Bucket: config.bucket, Key: key })
      await client.send(command).catch(unavailable)
    },
  }
}

function unavailable(err: unknown): never {
  throw new StorageUnavailable(err)
}

async function connect(config: S3Config) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: config.region,
    // Self-hosted stores seldom have a host name per bucket, so put the bucket into the path.
    ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Stores other than Amazon's reject the checksum trailers that the client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    logger: silent,
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  })
  return { client, sdk }
}
