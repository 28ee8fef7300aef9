import { own } from '../base/own.ts';
import type { OnContextRequired } from '../chat/shell/ask-for-context.ts';
import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerApi, FoyerEventName, FoyerEvents } from './api.ts';
import { OPTIONS } from './attributes.ts';

/** Code of the Preact and the React component that depends on neither library. */

export type PascalCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>;

/** A handler for each event of the chat (contract §2): `onMessage`, `onSessionStart`. */
export type FoyerChatHandlers = {
  readonly [Name in FoyerEventName as `on${PascalCase<Name>}`]?:
    | ((detail: FoyerEvents[Name]) => unknown)
    | undefined;
};

type ComponentOptions = Omit<MountOptions, 'container'>;

export interface FoyerChatProps extends ComponentOptions, FoyerChatHandlers {
  /** Shows the chat in place of the component, without a launcher. Otherwise it is in the page's corner. */
  readonly inline?: boolean | undefined;
  /** Fields that are added to each message. The platform promises them for correlation only. */
  readonly context?: Parameters<FoyerApi['setContext']>[0] | undefined;
  /** Returns the token of the site's own server about the visitor. */
  readonly onContextRequired?: OnContextRequired | undefined;
  /** Ref object or function that receives the chat's API while the component is mounted. */
  readonly apiRef?: { current: FoyerApi | null } | ((api: FoyerApi | null) => void) | null | undefined;
}

/** Names of the handler properties. */
export const HANDLERS: { readonly [Name in FoyerEventName]: `on${PascalCase<Name>}` } = {
  ready: 'onReady',
  open: 'onOpen',
  close: 'onClose',
  'before-send': 'onBeforeSend',
  message: 'onMessage',
  connection: 'onConnection',
  handoff: 'onHandoff',
  'client-handoff-required': 'onClientHandoffRequired',
  language: 'onLanguage',
  'session-start': 'onSessionStart',
  'session-end': 'onSessionEnd',
  link: 'onLink',
  unread: 'onUnread',
  context: 'onContext',
  feedback: 'onFeedback',
  error: 'onError',
};

/** Selects the chat's options from the properties. */
export function optionsOf(given: FoyerChatProps): MountOptions {
  const props = own(given);
  const { container: _, ...others } = OPTIONS;
  const entries = Object.keys(others).map((name) => [name, props[name as keyof ComponentOptions]] as const);
  return own(
    Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
  ) as unknown as MountOptions;
}

/** Key of the options that a running chat cannot change. The component creates a new chat if the key changes. */
export function mountKey(props: FoyerChatProps): string {
  const { locale, ...others } = optionsOf(props);
  return JSON.stringify({ ...others, inline: props.inline === true });
}
