import type { OnContextRequired } from '../chat/shell/ask-for-context.ts';
import type { LauncherAnimation, MountOptions, Prompt } from '../widget/context/options.ts';
import type { SendOutcome } from '../widget/context/send-outcome.ts';
import type { FoyerEvents, FoyerState } from './api.ts';

/** Interface between the loader and the panel chunk. */
export interface PanelContext {
  readonly host: HTMLElement;
  /** Element in the shadow root into which the panel renders. */
  readonly mountPoint: HTMLElement;
  readonly options: MountOptions;
  /** The relay's public configuration, not validated. If it is undefined, the panel requests it from the relay. */
  readonly config: unknown;
  /** The relay's answer about the stored session, if the chat was opened before the panel had loaded (M-3.24). */
  readonly earlyResume?: Promise<unknown> | false | undefined;
  /** Emits an event to the page. `change` updates the page's view of the state. Returns false if a listener has objected. */
  emit<Name extends keyof FoyerEvents>(
    name: Name,
    detail: FoyerEvents[Name],
    change?: Partial<FoyerState>,
  ): boolean;
  /** The round button in the page's corner. */
  readonly launcher: HTMLElement;
  /** Sets the accessible name of the launcher. */
  nameLauncher(name: string): void;
  /** The page's facts about the visitor, not validated. */
  pageContext(): unknown;
  /** Asks the page for its token about the visitor. */
  readonly onContextRequired: OnContextRequired;
  open(): void;
  /** Closes the panel at the visitor's request. */
  close(): void;
}

/** A message that the agent of the visitor's browser writes for them (M-14.20). */
export interface AgentQuestion {
  readonly text: string;
  /** It may begin a conversation. */
  readonly isFirst: boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface AgentAnswer {
  /** Markdown. */
  readonly text: string;
  readonly suggestions: readonly string[];
  /** URLs of its attachments. */
  readonly links: readonly string[];
}

export interface PanelHandle {
  /** Shows or hides the panel. Showing it for the first time starts the conversation. */
  setOpen(isOpen: boolean, movesFocus: boolean): void;
  /** Resumes a stored conversation while the panel is closed. */
  resume(): void;
  send(text: string): Promise<SendOutcome>;
  prompt(prompt: Prompt): void;
  animate(animation: LauncherAnimation, ms?: number): void;
  setLocale(tag: string): void;
  setTheme(tokens: Readonly<Record<string, string>>): void;
  end(): void;
  restart(): void;
  /** Sends a question of the browser's agent, and resolves to its answer. Rejects with the reason if there is none. */
  ask(question: AgentQuestion): Promise<AgentAnswer>;
  dispose(): void;
}

export interface PanelModule {
  mountPanel(context: PanelContext): PanelHandle;
}

/** Loads the panel chunk. `attempt` counts from 0: browsers cache a failed import by its URL. */
export type LoadPanel = (attempt: number) => Promise<PanelModule>;
