import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/inbox.ts'

checkScenes(area)
