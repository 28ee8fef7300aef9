/** Window pixels per pixel of the layout: a page may be zoomed, and the panel grows while it appears. */
export const scaleOf = (element: HTMLElement): number =>
  element.getBoundingClientRect().height / element.offsetHeight || 1;
