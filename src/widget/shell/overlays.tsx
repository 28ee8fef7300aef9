import { useWidget } from '../context/widget-context.ts';
import { ConfirmEnd } from './confirm-end.tsx';

/** Temporary layers over the panel. */
export function Overlays() {
  const { Lightbox } = useWidget().seldom.value ?? {};
  return (
    <>
      {Lightbox && <Lightbox />}
      <ConfirmEnd />
    </>
  );
}
