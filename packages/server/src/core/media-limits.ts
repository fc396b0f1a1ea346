/** The part `media` of `limits`. */
export const mediaLimits = {
  bytesMax: 1_073_741_824,
  ownerBytesMax: 1_099_511_627_776,
  /** Of the owner's limit, for the files of one profile. */
  profileBytesShare: 0.25,
  /** Of the disk of the data directory; with less, no file is accepted. */
  freeBytesMin: 1_073_741_824,
  imageBytesMax: 52_428_800,
  imagePixelsMax: 100_000_000,
  urlCharsMax: 2_048,
  nameCharsMax: 200,
  altTextCharsMax: 2_000,
  urlsPerMinute: 120,
  fetchDeadlineMs: 600_000,
  redirectsMax: 3,
  uploadMsMax: 3_600_000,
  idleMsMax: 30_000,
  thumbnailPx: 480,
  inspectionMsMax: 30_000,
  inspectionBytesMax: 67_108_864,
  inspectionHeapMbMax: 128,
  /** Resident memory of the process that decodes images; 75 MB of it without an image. */
  inspectorBytesMax: 335_544_320,
  /** The same while it decodes a HEIC: 48 megapixels, the most of a phone, take 430 MB. */
  heicBytesMax: 536_870_912,
  inspectorWatchMs: 10,
  inspectorIdleMs: 60_000,
  incomingPerProfileMax: 16,
  /** Per process: a fifth of its concurrent requests (`traffic.requestsMax`). */
  incomingMax: 64,
  incomingKeptMs: 10_800_000,
  removalDelayMs: 3_600_000,
  removalsPerBatchMax: 500,
} as const
