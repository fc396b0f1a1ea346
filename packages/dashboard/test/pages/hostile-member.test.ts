import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/hostile-member.ts'

checkScenes(area)
