import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/publishing.ts'

checkScenes(area)
