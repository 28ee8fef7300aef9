import { useEffect, useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { CLOSE_ICON, Icon } from '../elements/icon.tsx';

/** One image over the whole page. Escape, a click outside of the image and the button close it. */
export function Lightbox() {
  const { strings, ui } = useWidget();
  const dialog = useRef<HTMLDialogElement>(null);
  const image = typeof ui.overlay.value === 'string' ? null : ui.overlay.value;
  const texts = strings.value;
  useEffect(() => {
    // The browser traps the focus in a modal dialog and restores it afterwards.
    if (image) dialog.current?.showModal();
  }, [image]);
  if (!image) return null;
  const close = () => dialog.current?.close();
  return (
    <dialog
      class="lightbox"
      ref={dialog}
      aria-label={image.alt || texts.enlarge}
      onClose={() => {
        ui.overlay.value = null;
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={image.source} alt={image.alt} referrerpolicy="no-referrer" />
      <button type="button" class="icon-button" aria-label={texts.closeImage} onClick={close}>
        <Icon path={CLOSE_ICON} />
      </button>
    </dialog>
  );
}
