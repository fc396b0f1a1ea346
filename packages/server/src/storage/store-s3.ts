import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Config } from '../core/s3-settings.ts'
import type { FileStore } from './file-store.ts'

const connectMsMax = 5_000
const idleMsMax = 30_000

/**
 * Stores files in a bucket of Amazon S3 or a compatible store. One PUT per file, which is atomic and
 * limited to 5 GB. Loads the client on first use.
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
      const { size } = await stat(path)
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: config.bucket,
          Key: key,
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: mimeType,
        }),
      )
      await rm(path, { force: true })
    },
    open: async (key, range) => {
      const { client, sdk } = await bucket()
      const Range = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
      try {
        const response = await client.send(
          new sdk.GetObjectCommand({ Bucket: config.bucket, Key: key, ...Range }),
        )
        return response.Body as Readable
      } catch (err) {
        if (err instanceof sdk.NoSuchKey) return null
        throw err
      }
    },
    remove: async (key) => {
      const { client, sdk } = await bucket()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: config.bucket, Key: key }))
    },
  }
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
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  })
  return { client, sdk }
}
