/** Roles of the controls that the journey uses. */
export type Role = 'alertdialog' | 'button' | 'dialog' | 'menuitem' | 'textbox';

/** A control by role and accessible name, as the engine computes them, or by a CSS selector. Open shadow roots are searched, too. */
export type Target = { readonly role: Role; readonly name: string } | { readonly css: string };

export type Key =
  | 'ArrowDown'
  | 'Backspace'
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Shift+Enter'
  | 'Shift+Tab'
  | 'Control+a'
  | 'Control+v';

/** Finds all elements that match a selector, also in open shadow roots. */
export type FindAll = (css: string) => HTMLElement[];

/** A window of a browser, or a frame in it. All engines have it, so that the journey is written once. */
export interface EnginePage {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. It can use its arguments only. */
  evaluate<Argument, Result>(
    script: (all: FindAll, argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Number of controls that are rendered. */
  count(target: Target): Promise<number>;
  /** Clicks with the pointer, once there is one such control, at rest and not covered. */
  click(target: Target): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Turns the wheel above an element. */
  scroll(css: string, byY: number): Promise<void>;
  /** Text of the web page that `start` saves. */
  download(start: () => Promise<void>): Promise<string>;
  /** The page in an iframe of this page. */
  frame(css: string): EnginePage;
  /** Opens another window of the same browser profile. */
  openWindow(): Promise<EnginePage>;
  bringToFront(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
}

/** A browser that runs. */
export interface Engine {
  /** Opens a window with an empty profile. Only one is open at a time. */
  open(): Promise<EnginePage>;
  /** Closes the windows of the profile and forgets it. */
  closeWindows(): Promise<void>;
  quit(): Promise<void>;
}

export const WINDOW = { width: 1280, height: 800 };
