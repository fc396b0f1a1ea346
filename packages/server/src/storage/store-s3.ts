import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Config } from '../core/config.ts'
import type { FileStore } from './file-store.ts'

const connectMsMax = 5_000
const idleMsMax = 30_000

/**
 * Files in a bucket of Amazon S3 or a store that speaks its protocol. One PUT per file (S3 takes
 * 5 GB so), which is there as a whole or not at all. The client is loaded with the first use.
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
    // A store of one's own seldom has a name per bucket, so the bucket stands in the path.
    ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Other stores than Amazon's do not take the checksum trailers that the client likes to send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  })
  return { client, sdk }
}
