import { buildPackage } from './package.ts'

const { wheel, sdist } = await buildPackage()
process.stdout.write(`${wheel}\n${sdist}\n`)
