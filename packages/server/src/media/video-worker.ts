import { type FileHandle, open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { CustomSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } from 'mediabunny'

/** The body of the thread that inspect-video.ts starts: one file, one answer. */
export type VideoFacts = {
  hasVideo: boolean
  /** Whether the last frame that the tables name is in the file. */
  isWhole: boolean
  width: number
  height: number
  seconds: number
}

const { path, bytesMax } = workerData as { path: string; bytesMax: number }
const file = await open(path)
try {
  parentPort?.postMessage(await inspect(file))
} catch (failure) {
  parentPort?.postMessage({ failure })
} finally {
  await file.close()
}

async function inspect(file: FileHandle): Promise<VideoFacts> {
  const input = new Input({ source: await boundedSource(file), formats: [MP4, QTFF, WEBM] })
  const track = await input.getPrimaryVideoTrack()
  if (!track) return { hasVideo: false, isWhole: false, width: 0, height: 0, seconds: 0 }
  const last = await new EncodedPacketSink(track).getPacket(Infinity)
  return {
    hasVideo: true,
    isWhole: last !== null && last.byteLength > 0,
    // As a person sees it: rotation and pixel shape applied.
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    seconds: await input.computeDuration(),
  }
}

/** A file of which no more than `bytesMax` is ever read, whatever its tables ask for. */
async function boundedSource(file: FileHandle): Promise<CustomSource> {
  const { size } = await file.stat()
  let left = bytesMax
  return new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      left -= end - start
      if (left < 0) throw new Error(`the tables of the video exceed ${bytesMax} bytes`)
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(end - start),
        0,
        end - start,
        start,
      )
      return buffer.subarray(0, bytesRead)
    },
  })
}
