import { checkScenes } from '../rules/check-scenes.ts'
import { area } from '../scenes/shell.ts'

checkScenes(area)
