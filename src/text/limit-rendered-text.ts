import { options } from 'preact';
import { limitCombining } from './combining-marks.ts';

/** S-129: texts that Preact renders are drawn with at most 32 combining marks in a row; attributes and fields keep theirs. */

const { vnode: before } = options;

options.vnode = (vnode) => {
  // A text node.
  const { props } = vnode as { props: unknown };
  if (typeof props === 'string') Object.assign(vnode, { props: limitCombining(props) });
  before?.(vnode);
};
