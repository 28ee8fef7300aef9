import { Lightbox } from '../transcript/lightbox.tsx';
import { ConfirmEnd } from './confirm-end.tsx';

/** Parts that lie over the panel for a moment. */
export function Overlays() {
  return (
    <>
      <Lightbox />
      <ConfirmEnd />
    </>
  );
}
