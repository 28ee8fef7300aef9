import type { Locator, Page } from 'playwright/test';

/** Actions of an operator at a page. Each call is one action. */
export interface Operator {
  click(target: Locator): Promise<void>;
  press(key: string): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  choose(target: Locator, name: string): Promise<void>;
  /** An action elsewhere, such as a command. */
  run<T>(perform: () => Promise<T>): Promise<T>;
}

interface Line {
  readonly question: string;
  readonly actions: number;
  readonly seconds: string;
}

/** Measures how an operator answers questions. */
export function createStopwatch() {
  const lines: Line[] = [];
  return {
    /** Answers a question. Returns the number of actions. */
    async answer(page: Page, question: string, perform: (operator: Operator) => Promise<void>) {
      let actions = 0;
      const act = <T>(perform: () => Promise<T>): Promise<T> => {
        actions += 1;
        return perform();
      };
      const begin = performance.now();
      await perform({
        click: (target) => act(() => target.click()),
        press: (key) => act(() => page.keyboard.press(key)),
        type: (target, text) => act(() => target.fill(text)),
        choose: (target, label) => act(async () => void (await target.selectOption({ label }))),
        run: act,
      });
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
      lines.push({ question, actions, seconds });
      return actions;
    },
    /** A line for each question, for a person to judge. */
    table: (): string =>
      lines
        .toSorted((one, other) => one.question.localeCompare(other.question))
        .map(
          ({ question, actions, seconds }) =>
            `${question.padEnd(48)} ${String(actions).padStart(2)} actions ${seconds.padStart(5)} s`,
        )
        .join('\n'),
  };
}
