import { useEffect, useRef } from 'preact/hooks';
import { withExtras } from './extras.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** One picture over the whole page, in the top layer; Escape, a press beside it or its button close it. */
export function Lightbox() {
  const { strings, ui } = useScope();
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = ui.enlarged.value;
  const words = withExtras(strings.value);
  useEffect(() => {
    // The browser keeps the focus inside, and gives it back.
    if (picture) dialog.current?.showModal();
  }, [picture]);
  if (!picture) return null;
  const close = () => dialog.current?.close();
  return (
    <dialog
      class="lightbox"
      ref={dialog}
      aria-label={picture.alt || words.enlarge}
      onClose={() => {
        ui.enlarged.value = null;
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={picture.source} alt={picture.alt} referrerpolicy="no-referrer" />
      <button type="button" class="quiet" aria-label={words.closeImage} onClick={close}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}
