import type { Route } from '../../http/route.ts'
import { sentPageRoutes } from '../sent-pages/routes.ts'
import { reportKind } from './link.ts'

export const reportRoutes: readonly Route[] = sentPageRoutes(reportKind)
