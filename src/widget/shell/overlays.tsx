import { Lightbox } from '../transcript/lightbox.tsx';
import { ConfirmEnd } from './confirm-end.tsx';

/** Temporary layers over the panel. */
export function Overlays() {
  return (
    <>
      <Lightbox />
      <ConfirmEnd />
    </>
  );
}
