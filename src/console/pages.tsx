import type { ComponentType } from 'preact';
import { ALERTS_PATH, type PagePath } from './page-list.ts';
import { AlertsPage } from './pages/alerts/page.tsx';
import { ConversationsPage } from './pages/conversations/page.tsx';
import { OverviewPage } from './pages/overview/page.tsx';
import { lazy } from './parts/lazy-page.tsx';

/** The components of the pages, by path. */
export const COMPONENTS: Readonly<Record<PagePath, ComponentType>> = {
  '/console/overview': OverviewPage,
  '/console/conversations': ConversationsPage,
  [ALERTS_PATH]: AlertsPage,
  '/console/messages': lazy(() => import('./pages/messages/page.tsx').then((module) => module.MessagesPage)),
  '/console/report': lazy(() => import('./pages/report/page.tsx').then((module) => module.ReportPage)),
  '/console/behaviour': lazy(() => import('./pages/behavior/page.tsx').then((module) => module.BehaviorPage)),
  '/console/calls': lazy(() => import('./pages/calls/page.tsx').then((module) => module.CallsPage)),
  '/console/install': lazy(() => import('./pages/install/page.tsx').then((module) => module.InstallPage)),
  '/console/audit': lazy(() => import('./pages/audit/page.tsx').then((module) => module.AuditPage)),
  '/console/operations': lazy(() =>
    import('./pages/operations/page.tsx').then((module) => module.OperationsPage),
  ),
};
