import { useEffect, useRef } from 'preact/hooks';
import { Banner } from './banner.tsx';
import { Composer } from './composer.tsx';
import { Header, TITLE_ID } from './header.tsx';
import { useMedia } from './media.ts';
import { useScope } from './scope.ts';
import { Transcript } from './transcript.tsx';
import { directionOf } from './words.ts';

/** The open chat: a dialog beside the page, and a modal one where it covers a small screen. */
export function Panel() {
  const { options, strings, config, extras, occasional, isAllowed, ui, locale, close } = useScope();
  const { Announcer, SmallScreen } = extras.value ?? {};
  const { Consent, Disclaimer, Lightbox, Policies } = occasional.value ?? {};
  const panel = useRef<HTMLDivElement>(null);
  const isInline = options.container !== undefined;
  const isSmall = useMedia('(max-width: 480px)').value && !isInline;
  const isFull = isSmall || options.renderMode === 'fullscreen' || options.platform === 'ios';
  const isDark = useMedia('(prefers-color-scheme: dark)').value;
  const scheme = options.colorScheme === 'auto' ? (isDark ? 'dark' : 'light') : options.colorScheme;
  const hasHeader = options.showHeader && options.platform !== 'ios';

  // Once, when the panel opens.
  useEffect(() => {
    if (!ui.takesFocus.peek()) return;
    // On a phone the keyboard would cover half of what the visitor came to read.
    const target = isSmall ? null : panel.current?.querySelector<HTMLElement>('textarea:not([disabled])');
    (target ?? panel.current)?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || isInline) return;
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
      data-shape={isInline ? 'inline' : isFull ? 'full' : options.position}
      data-scheme={scheme}
      tabIndex={-1}
      ref={panel}
      onKeyDown={onKeyDown}
    >
      {hasHeader && <Header />}
      {isAllowed.value || !config.value ? (
        <>
          {Disclaimer && <Disclaimer />}
          <Transcript />
          <div>
            <Banner />
            <Composer />
            {Policies && config.value?.policies?.place === 'composer' && <Policies />}
          </div>
        </>
      ) : (
        Consent && <Consent />
      )}
      {Lightbox && <Lightbox />}
      {Announcer && <Announcer />}
      {SmallScreen && isSmall && <SmallScreen panel={panel} />}
    </div>
  );
}
