import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { useColorScheme } from '../elements/color-scheme.ts';
import { CLOSE_ICON, Icon } from '../elements/icon.tsx';

interface BubbleFrameProps {
  /** Announced once. */
  readonly announcement: string;
  readonly lang?: string | undefined;
  readonly dir: 'auto' | 'ltr' | 'rtl';
  /** Content of the button that opens the chat. */
  readonly text: ComponentChildren;
  readonly children?: ComponentChildren;
  onOpen(): void;
  onDismiss(): void;
}

/** A bubble beside the launcher. A press on its text opens the chat; Escape or its button dismisses it. */
export function BubbleFrame(props: BubbleFrameProps) {
  const { announcement, lang, dir, text, children, onOpen, onDismiss } = props;
  const { options, strings } = useWidget();
  const scheme = useColorScheme();
  const announced = useSignal('');

  // The region must be in the page before its text, or screen readers miss it.
  useEffect(() => {
    announced.value = announcement;
  }, [announcement]);

  function dismiss(from: HTMLElement): void {
    // The focused button is removed.
    (from.getRootNode() as ShadowRoot).querySelector<HTMLElement>('.launcher')?.focus();
    onDismiss();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the focused buttons.
    <section
      class="prompt"
      lang={lang}
      dir={dir}
      data-shape={options.position}
      data-scheme={scheme}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && dismiss(currentTarget)}
    >
      <button type="button" class="prompt-text" onClick={onOpen}>
        {text}
      </button>
      <button
        type="button"
        class="prompt-dismiss"
        aria-label={strings.value.dismiss}
        onClick={({ currentTarget }) => dismiss(currentTarget)}
      >
        <Icon path={CLOSE_ICON} />
      </button>
      {children}
      <span role="status" class="visually-hidden">
        {announced}
      </span>
    </section>
  );
}
