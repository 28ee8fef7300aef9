import type { Scope } from './session.ts';
import { WORDS } from './words.ts';

export interface Page {
  readonly path: string;
  readonly title: string;
  /** The letter that goes there after `g`. */
  readonly letter: string;
  /** One of these is needed. */
  readonly scopes: readonly Scope[];
  /** The path of its icon, of 20 by 20. */
  readonly icon: string;
  /** The page reads which alerts fire, and counts them for the rail. */
  readonly countsAlerts?: boolean;
  /** The page ignores the selected time range. */
  readonly isWithoutRange?: boolean;
  /** Parts of it that have an address. */
  readonly views?: readonly { readonly title: string; readonly changes: Readonly<Record<string, string>> }[];
  /** A line stands above it in the rail. */
  readonly beginsGroup?: boolean;
}

const { pages } = WORDS;

export const mayOpen = (page: Page, scopes: readonly string[]): boolean =>
  page.scopes.some((scope) => scopes.includes(scope));

/** The page that shows the number of firing alerts in the rail. */
export const ALERTS_PATH = '/console/alerts';

const LIST = [
  {
    path: '/console/overview',
    title: pages.overview,
    letter: 'o',
    scopes: ['read'],
    icon: 'M3 3h6v6H3zm8 0h6v6h-6zM3 11h6v6H3zm8 0h6v6h-6z',
    countsAlerts: true,
  },
  {
    path: '/console/conversations',
    title: pages.conversations,
    letter: 'c',
    scopes: ['read'],
    icon: 'M3 4h14v9H9l-4 3.5V13H3z',
  },
  {
    path: ALERTS_PATH,
    title: pages.alerts,
    letter: 'a',
    scopes: ['read'],
    icon: 'M10 3a5 5 0 0 0-5 5v3l-2 3h14l-2-3V8a5 5 0 0 0-5-5zm-2 11a2 2 0 0 0 4 0',
    countsAlerts: true,
    views: [{ title: WORDS.alerts.views.delivery, changes: { view: 'delivery' } }],
  },
  {
    path: '/console/report',
    title: pages.report,
    letter: 'r',
    scopes: ['read'],
    icon: 'M5 2.5h7l3 3v12H5zM8 9h4m-4 3h4m-4 3h2',
    isWithoutRange: true,
  },
  {
    path: '/console/messages',
    title: pages.messages,
    letter: 'm',
    scopes: ['read'],
    icon: 'M3 5h14v10H3zl7 6 7-6',
    isWithoutRange: true,
  },
  {
    path: '/console/behaviour',
    beginsGroup: true,
    title: pages.behavior,
    letter: 'b',
    scopes: ['read', 'write'],
    icon: 'M3 5h14M3 10h7M3 15h4m4 2 6-6-2-2-6 6v2z',
    views: [{ title: pages.debugChat, changes: { chat: 'open' } }],
    isWithoutRange: true,
  },
  {
    path: '/console/calls',
    title: pages.calls,
    letter: 't',
    scopes: ['read', 'call'],
    icon: 'M4 3h3l2 4-2 1.5a9 9 0 0 0 4.5 4.5l1.5-2 4 2v3c0 1-1 1-1 1C9 17 3 11 3 4c0 0 0-1 1-1z',
    isWithoutRange: true,
  },
  {
    path: '/console/install',
    title: pages.install,
    letter: 'i',
    scopes: ['read'],
    icon: 'M6 6l-4 4 4 4m8-8 4 4-4 4M11.5 4l-3 12',
    isWithoutRange: true,
  },
  {
    path: '/console/audit',
    title: pages.audit,
    letter: 'u',
    scopes: ['pii'],
    icon: 'M10 2l6 2.5V9c0 4-2.5 7-6 9-3.5-2-6-5-6-9V4.5zM7 9.5l2.2 2.2L13.5 7.5',
  },
  {
    path: '/console/operations',
    title: pages.operations,
    letter: 'e',
    scopes: ['read', 'write', 'call', 'pii'],
    icon: 'M3 5h8m4 0h2M3 10h2m4 0h8M3 15h6m4 0h4M11 3v4M5 8v4m4 1v4',
    isWithoutRange: true,
  },
] as const satisfies readonly Page[];

export type PagePath = (typeof LIST)[number]['path'];
/** The pages in the order of the rail. */
export const PAGES: readonly (Page & { readonly path: PagePath })[] = LIST;
