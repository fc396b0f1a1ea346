import { checkEmptyScenes } from '../rules/check-scenes.ts'
import { areas } from '../scenes/areas.ts'

checkEmptyScenes(areas)
