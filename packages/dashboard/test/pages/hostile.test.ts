import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/hostile.ts'

checkScenes(area)
