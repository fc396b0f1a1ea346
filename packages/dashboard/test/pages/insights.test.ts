import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/insights.ts'

checkScenes(area)
