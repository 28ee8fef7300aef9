import type { ChosenOptions, Movement, Prompt } from '../widget/options.ts';
import type { FoyerEvents } from './api.ts';

/** What the loader gives to the panel chunk, and what it gets back. */
export interface PanelContext {
  readonly host: HTMLElement;
  /** Where in the shadow root the panel draws. */
  readonly stage: HTMLElement;
  readonly options: ChosenOptions;
  /** The relay's public configuration, unchecked; undefined: the panel asks the relay for it. */
  readonly config: unknown;
  emit<Name extends keyof FoyerEvents>(name: Name, detail: FoyerEvents[Name]): void;
  /** The round button in the page's corner. */
  readonly launcher: HTMLElement;
  /** Its name from now on. */
  nameLauncher(name: string): void;
  open(): void;
  /** The visitor wants the panel closed. */
  close(): void;
}

export interface PanelHandle {
  /** Shows or takes away the panel; the first time, the conversation starts. */
  setOpen(isOpen: boolean, takesFocus: boolean): void;
  send(text: string): void;
  prompt(prompt: Prompt): void;
  animate(movement: Movement, ms?: number): void;
  setLocale(tag: string): void;
  setTheme(tokens: Readonly<Record<string, string>>): void;
  end(): void;
  restart(): void;
  dispose(): void;
}

export interface PanelModule {
  mountPanel(context: PanelContext): PanelHandle;
}

/** Fetches the panel chunk. `attempt` counts from 0: browsers remember a failed import by its address. */
export type LoadPanel = (attempt: number) => Promise<PanelModule>;
