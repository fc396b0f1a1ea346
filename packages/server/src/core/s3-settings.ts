type Environment = Readonly<Record<string, string | undefined>>

/** A bucket of an S3-compatible store; `endpoint` is `null` for Amazon S3. */
export type S3Config = {
  bucket: string
  region: string
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** S3_ENDPOINT is optional (Amazon); the other four must be set together. */
export function parseS3(env: Environment): S3Config | null {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      bucket: S3_BUCKET,
      region: S3_REGION,
      endpoint: S3_ENDPOINT?.replace(/\/$/, '') ?? null,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  }
  if (S3_BUCKET ?? S3_REGION ?? S3_ENDPOINT ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY) {
    throw new Error(
      'S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
    )
  }
  return null
}
