import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/contributor.ts'

checkScenes(area)
