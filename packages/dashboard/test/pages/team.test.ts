import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/team.ts'

checkScenes(area)
