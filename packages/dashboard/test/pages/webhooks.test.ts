import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/webhooks.ts'

checkScenes(area)
