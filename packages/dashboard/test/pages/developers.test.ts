import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/developers.ts'

checkScenes(area)
