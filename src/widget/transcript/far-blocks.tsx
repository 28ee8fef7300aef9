import type { Signal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { imagePolicy } from '../text/image-policy.ts';
import { createBlockHeights } from './block-heights.ts';
import type { Block } from './blocks.ts';
import { FarBlock, fillFarBlock } from './far-block.tsx';
import { hasChosenImage, isInProgress, selectedRange, touches } from './held-block.ts';
import { LATEST_BLOCKS, nearBlocks, stepTowards } from './near-blocks.ts';
import { scaleOf } from './scale.ts';
import { createScrollAnchor } from './scroll-anchor.ts';

/** Distance from the visible part at which blocks become rows, so that they are rows before they are seen. */
const MARGIN_PX = 1_600;

/** Distance per frame above which nothing is rendered: at that speed text and rows look the same. */
const FAST_PX = 1_000;

/** Time without a fast frame, a new selection or a new position after which the near blocks are computed again. */
const SETTLE_MS = 100;

/** Elements of the blocks that are far from the visible part. */
export interface FarElements {
  /** Element of a far block; undefined for a block that must be rendered as rows. */
  elementOf(block: Block, index: number): VNode | undefined;
  /** Call before adding blocks above; keeps the scroll position. */
  keepPosition(): void;
}

interface FarBlocksProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly blocks: readonly Block[];
  /** Index of the first rendered block. */
  readonly first: number;
  /** Replaced whenever blocks become near or far. */
  readonly far: Signal<FarElements | null>;
}

interface FarBlocksController {
  /** Call after each rendering of the blocks, before the page is painted. */
  rendered(blocks: readonly Block[], first: number): void;
  dispose(): void;
}

/** Applies the decision of `nearBlocks`: observers, heights, scroll position. */
function createFarBlocks(
  context: WidgetContext,
  scroller: HTMLElement,
  far: FarBlocksProps['far'],
): FarBlocksController {
  const { chat, clock, nextFrame, ui } = context;
  const root = scroller.getRootNode() as ShadowRoot;
  const heights = createBlockHeights();
  const views = new WeakMap<Block, VNode>();
  /** Elements of the rendered blocks by index. */
  let elements: ReadonlyMap<number, HTMLElement> = new Map();
  const indexes = new Map<Element, number>();
  const anchor = createScrollAnchor(scroller, () => [...elements.values()]);
  let blocks: readonly Block[] = [];
  let near = new Set<number>();
  const seen = new Set<number>();
  // Not read from the scroller: that would force a layout of rows that are about to change.
  let lastTop = 0;
  let cancelFrame: (() => void) | undefined;
  let cancelTimer: (() => void) | undefined;

  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const index = indexes.get(target);
        if (index === undefined) continue;
        if (isIntersecting) seen.add(index);
        else seen.delete(index);
      }
      // In a frame, so that a scroll is attributed to the visitor before the height changes.
      if (!cancelTimer) cancelFrame ??= nextFrame(decide);
    },
    { root: scroller, rootMargin: `${MARGIN_PX}px 0px` },
  );

  /** True if a block contains the focus, a selection or something in progress: it is neither replaced nor removed. */
  function isHeld(index: number, selection: StaticRange | undefined): boolean {
    const element = elements.get(index);
    const block = blocks[index];
    if (!element || !block) return false;
    if (selection && touches(selection, element)) return true;
    if (!near.has(index)) return false;
    return (
      ui.overlay.peek() !== null ||
      element.contains(root.activeElement) ||
      isInProgress(block, chat) ||
      hasChosenImage(element, imagePolicy(context).hosts)
    );
  }

  function decide(): void {
    cancelFrame = undefined;
    const selection = selectedRange(root);
    const wanted = nearBlocks({
      count: blocks.length,
      near,
      seen,
      isHeld: (index) => isHeld(index, selection),
    });
    const next = stepTowards(wanted, { near, seen });
    const gone = [...near].filter((index) => !next.has(index));
    const isFirst = far.peek() === null;
    if (!isFirst && gone.length === 0 && next.size === near.size) return;
    anchor.keep();
    // Until now the browser has skipped invisible rows: their heights were estimates.
    if (isFirst) scroller.dataset['long'] = '';
    const scale = scaleOf(scroller);
    for (const index of isFirst ? next : gone) measure(index, scale);
    near = next;
    far.value = { elementOf, keepPosition: anchor.keep };
    if (next.size < wanted.size) cancelFrame = nextFrame(decide);
  }

  function measure(index: number, scale: number): void {
    const element = elements.get(index);
    const block = blocks[index];
    if (element && block) heights.measure(block, element, scale);
  }

  function decideLater(): void {
    cancelTimer?.();
    // Blocks of the place that the visitor has left already.
    cancelFrame?.();
    cancelFrame = undefined;
    cancelTimer = clock.after(SETTLE_MS, () => {
      cancelTimer = undefined;
      cancelFrame ??= nextFrame(decide);
    });
  }

  function elementOf(block: Block, index: number): VNode | undefined {
    if (near.has(index) || index >= blocks.length - LATEST_BLOCKS) return undefined;
    if (!views.has(block) && isInProgress(block, chat)) {
      near.add(index);
      return undefined;
    }
    const view = views.get(block) ?? (
      <FarBlock key={block.ids[0]} block={block} heightInPx={heights.of(block)} />
    );
    views.set(block, view);
    return view;
  }

  function onScroll(): void {
    const { scrollTop } = scroller;
    if (Math.abs(scrollTop - lastTop) > FAST_PX) decideLater();
    lastTop = scrollTop;
  }

  /** Updates the text of a far block after one of its messages was sent again with another text. */
  function onMessage({ id }: { readonly id: string }): void {
    const index = blocks.findIndex(({ ids }) => ids.includes(id));
    const block = blocks[index];
    const element = elements.get(index);
    if (block && element && !near.has(index)) fillFarBlock(element, block, context);
  }

  const aborter = new AbortController();
  const { signal } = aborter;
  scroller.addEventListener('scroll', onScroll, { passive: true, signal });
  // A block with the selection can be replaced once the selection has moved.
  document.addEventListener('selectionchange', decideLater, { signal });
  const unsubscribe = chat.on('message', onMessage);

  return {
    rendered(next, first) {
      blocks = next;
      const found = [...scroller.querySelectorAll<HTMLElement>('.block')];
      const old = new Set(indexes.keys());
      indexes.clear();
      elements = new Map(found.map((element, index) => [first + index, element]));
      for (const [index, element] of elements) {
        indexes.set(element, index);
        if (!old.delete(element)) observer.observe(element);
        if (far.peek() === null || index >= blocks.length - LATEST_BLOCKS) near.add(index);
      }
      for (const element of old) observer.unobserve(element);
      anchor.restore();
    },
    dispose() {
      cancelTimer?.();
      cancelFrame?.();
      unsubscribe();
      aborter.abort();
      observer.disconnect();
      delete scroller.dataset['long'];
      far.value = null;
    },
  };
}

/** Replaces rows far from the visible part by their text, and text by rows before it becomes visible. Renders nothing itself. */
export function FarBlocks({ scroller, blocks, first, far }: FarBlocksProps) {
  const context = useWidget();
  const controller = useRef<FarBlocksController>(null);
  // Subscribes to the signal: the effect below must run after each rendering of the blocks.
  void far.value;
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const created = createFarBlocks(context, scroller.current, far);
    controller.current = created;
    return created.dispose;
  }, [context, scroller, far]);
  useLayoutEffect(() => controller.current?.rendered(blocks, first));
  return null;
}
