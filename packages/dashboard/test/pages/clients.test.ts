import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/clients.ts'

checkScenes(area)
