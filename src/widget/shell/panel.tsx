import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from '../composer/composer.tsx';
import { directionOf } from '../locales/localization.ts';
import { useScope } from '../scope.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { Banner } from './banner.tsx';
import { Boundary } from './boundary.tsx';
import { useColorScheme } from './color-scheme.ts';
import { Header, TITLE_ID } from './header.tsx';
import { usePanelShape } from './panel-shape.ts';

/** The open chat: a dialog that is modal where it covers a small screen. */
export function Panel() {
  const { chat, options, strings, config, rest, loadRest, isAllowed, ui, locale, close } = useScope();
  const {
    Announcer,
    Consent,
    Disclaimer,
    EndCard,
    HandoffCard,
    Overlays,
    Policies,
    SensitiveWarning,
    SmallScreen,
  } = rest.value ?? {};
  const panel = useRef<HTMLDivElement>(null);
  const { isSmall, shape } = usePanelShape(options);
  const hasHeader = options.showHeader && options.platform !== 'ios';

  useEffect(() => {
    if (isSmall) void loadRest();
  }, [isSmall]);

  // Before the composer, which takes the focus if it may: the field on a phone would open the keyboard over half of the panel.
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    takesFocus.current = ui.takesFocus.peek();
    if (isSmall) ui.takesFocus.value = false;
  }, []);

  // After the first frame: focusing would lay out the whole panel in the task that renders it.
  useEffect(() => {
    const element = panel.current;
    if (!element || !takesFocus.current) return;
    const { activeElement } = element.getRootNode() as ShadowRoot;
    if (!element.contains(activeElement)) element.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || shape === 'inline') return;
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
      data-wide={ui.isWide.value || undefined}
      data-scheme={useColorScheme()}
      tabIndex={-1}
      ref={panel}
      onKeyDown={onKeyDown}
    >
      {hasHeader && (
        <Boundary>
          <Header />
        </Boundary>
      )}
      {isAllowed.value || !config.value ? (
        <>
          <Boundary>
            {HandoffCard && <HandoffCard />}
            {Disclaimer && <Disclaimer />}
            <Transcript />
          </Boundary>
          <div>
            <Banner />
            <Boundary>
              {chat.connection.value !== 'ended' ? (
                <>
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
