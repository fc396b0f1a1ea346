import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Area } from './scene.ts'

const notAreas = ['areas.ts', 'scene.ts', 'visit.ts']
const files = globSync('*.ts', { cwd: import.meta.dirname }).sort()

/** The areas of this folder. */
export const areas: readonly Area[] = await Promise.all(
  files
    .filter((file) => !notAreas.includes(file))
    .map(async (file) => {
      const { area } = await import(/* @vite-ignore */ join(import.meta.dirname, file))
      return area as Area
    }),
)
