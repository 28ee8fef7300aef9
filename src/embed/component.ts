import type { FoyerApi, FoyerEventName, FoyerEvents } from './api.ts';
import type { MountOptions } from './element.ts';

/** What the Preact and the React component share, as far as it needs neither. */

type Joined<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Joined<Tail>}`
  : Capitalize<Name>;

/** A handler for each event of the chat (contract §2): `onMessage`, `onSessionStart`. */
export type FoyerChatHandlers = {
  readonly [Name in FoyerEventName as `on${Joined<Name>}`]?:
    | ((detail: FoyerEvents[Name]) => void)
    | undefined;
};

type Chosen = Omit<MountOptions, 'container'>;

export interface FoyerChatProps extends Chosen, FoyerChatHandlers {
  /** Shows the chat where the component stands, without a launcher; otherwise it stands in the page's corner. */
  readonly inline?: boolean | undefined;
  /** Holds the chat's API while it is mounted: a ref object, or a function. */
  readonly apiRef?: { current: FoyerApi | null } | ((api: FoyerApi | null) => void) | null | undefined;
}

/** The property that hears an event. */
export const HANDLERS: { readonly [Name in FoyerEventName]: `on${Joined<Name>}` } = {
  ready: 'onReady',
  open: 'onOpen',
  close: 'onClose',
  message: 'onMessage',
  connection: 'onConnection',
  handoff: 'onHandoff',
  'client-handoff-required': 'onClientHandoffRequired',
  language: 'onLanguage',
  'session-start': 'onSessionStart',
  'session-end': 'onSessionEnd',
  unread: 'onUnread',
  error: 'onError',
};

const OPTIONS: { readonly [Name in keyof Chosen]-?: true } = {
  relay: true,
  platform: true,
  renderMode: true,
  autoOpen: true,
  showIcon: true,
  showHeader: true,
  position: true,
  colorScheme: true,
  accent: true,
  locale: true,
  zIndex: true,
};

/** The chat's options among the properties. */
export function optionsOf(props: FoyerChatProps): MountOptions {
  const chosen = Object.keys(OPTIONS).map((name) => [name, props[name as keyof Chosen]] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) as unknown as MountOptions;
}

/** The same text means the same chat: what it cannot change while it runs has not changed. */
export function mountKey(props: FoyerChatProps): string {
  const { locale, ...others } = optionsOf(props);
  return JSON.stringify({ ...others, inline: props.inline === true });
}
