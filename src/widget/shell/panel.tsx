import '../../text/limit-rendered-text.ts';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isComposing } from '../../base/is-composing.ts';
import { Composer } from '../composer/composer.tsx';
import { useWidget } from '../context/widget-context.ts';
import { useColorScheme } from '../elements/color-scheme.ts';
import { directionOf } from '../locales/localization.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { Banner } from './banner.tsx';
import { Boundary } from './boundary.tsx';
import { Disclaimer } from './disclaimer.tsx';
import { Header, TITLE_ID } from './header.tsx';
import { keepFocus } from './keep-focus.ts';
import { usePanelShape } from './panel-shape.ts';

interface FirstFocusProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly isSmall: boolean;
}

/**
 * Focuses the panel when it opens, after its first frame: earlier it would force a layout in the task that renders it. It comes
 * before the composer in the tree: the composer takes the focus afterwards.
 */
function FirstFocus({ panel, isSmall }: FirstFocusProps) {
  const { ui } = useWidget();
  useEffect(() => {
    if (!ui.focusOnOpen.peek()) return;
    panel.current?.focus({ preventScroll: true });
    // Focusing the field on a phone would open the keyboard over half of the panel.
    ui.focusOnOpen.value = !isSmall;
  }, []);
  return null;
}

/** The open chat: a dialog that is modal where it covers a small screen. */
export function Panel() {
  const { chat, options, strings, config, lazy, loadLazy, isAllowed, locale, close, nextFrame } = useWidget();
  const { Announcer, Consent, EndCard, Handoff, Overlays, Policies, SensitiveWarning, SmallScreen } =
    lazy.value ?? {};
  const panel = useRef<HTMLDivElement>(null);
  const { isSmall, shape } = usePanelShape(options);
  const hasHeader = options.showHeader && options.platform !== 'ios';

  // The lazy chunk is requested after the first frame, so that it does not delay it.
  useLayoutEffect(() => nextFrame(() => void loadLazy()), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event) || shape === 'inline') return;
    event.stopPropagation();
    close();
  }

  return (
    <div
      class="panel"
      part="panel"
      role="dialog"
      lang={locale.value}
      dir={directionOf(locale.value)}
      aria-modal={isSmall || undefined}
      aria-labelledby={hasHeader ? TITLE_ID : undefined}
      aria-label={hasHeader ? undefined : (config.value?.header.text ?? strings.value.transcript)}
      data-shape={shape}
      data-scheme={useColorScheme()}
      tabIndex={-1}
      ref={panel}
      onKeyDown={onKeyDown}
      onClick={keepFocus}
    >
      <FirstFocus panel={panel} isSmall={isSmall} />
      {hasHeader && (
        <Boundary>
          <Header />
        </Boundary>
      )}
      {isAllowed.value || !config.value ? (
        <>
          <Boundary>
            {Handoff && <Handoff />}
            <Transcript />
          </Boundary>
          <div>
            <Banner />
            <Boundary>
              {chat.connection.value !== 'ended' && chat.trouble.value?.code !== 'closed' ? (
                <>
                  <Disclaimer />
                  {SensitiveWarning && <SensitiveWarning />}
                  <Composer />
                </>
              ) : (
                EndCard && <EndCard />
              )}
              {Policies && config.value?.policies?.place === 'composer' && <Policies />}
            </Boundary>
          </div>
        </>
      ) : (
        Consent && <Consent />
      )}
      <Boundary>
        {Overlays && <Overlays />}
        {Announcer && <Announcer />}
      </Boundary>
      {SmallScreen && isSmall && <SmallScreen panel={panel} />}
    </div>
  );
}
