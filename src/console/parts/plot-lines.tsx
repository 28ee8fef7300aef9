import 'uplot/dist/uPlot.min.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import { NONE, TEXT_OF, type Unit } from '../../base/figure-text.ts';
import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { tickText, timeText, type Zone } from '../zone.ts';
import { splitLine } from './partial.ts';

/** A line. `null` is a gap: nothing is known there. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The line for comparison is pale and behind the main line. */
  readonly tone: 'main' | 'before';
}

/** Steps of the axis: there is no half conversation. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((digit) => [1, 10, 100, 1_000, 10_000, 100_000].map((by) => digit * by))
  .sort((one, other) => one - other);

export interface PlotProps {
  /** Beginning of each window, or another time that stands for it, in milliseconds, ascending. */
  readonly times: readonly number[];
  readonly windowMs: number;
  readonly series: readonly Series[];
  readonly unit: Unit;
  /** Which windows are not counted to their end: their figures are drawn pale and dashed. */
  readonly isPartial?: readonly boolean[];
  /** A dashed line with its value. */
  readonly threshold?: number;
  /** A time that is shaded. */
  readonly shaded?: { readonly from: number; readonly to: number };
  readonly height: number;
  /** Opens what a window consists of. */
  readonly onOpen?: (from: number, to: number) => void;
}

export interface LinesProps extends PlotProps {
  /** Without axes. */
  readonly isSmall?: boolean;
}

/** Colours of the theme: a canvas knows no variables. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  const resolve = (name: string) => {
    probe.style.color = style.getPropertyValue(name);
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return {
    main: resolve('--accent'),
    before: resolve('--border-strong'),
    grid: resolve('--border'),
    text: resolve('--text-muted'),
    threshold: resolve('--alert'),
    shade: resolve('--alert-bg'),
  };
}

/** The look of a line that is not final. */
const PARTIAL = { dash: [3, 3], alpha: 0.6 };

const FONT = '12px system-ui, sans-serif';

function optionsOf(
  { series, unit, isPartial, threshold, shaded, height, isSmall }: LinesProps,
  width: number,
  zone: Zone,
): UPlot.Options {
  const paint = colours();
  const format = TEXT_OF[unit];
  const axis = {
    stroke: paint.text,
    font: FONT,
    grid: { stroke: paint.grid, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    // Above the threshold stands its value.
    padding: isSmall ? [threshold === undefined ? 2 : 12, 0, 2, 0] : [12, 20, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 }, y: false },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), zone),
    scales: {
      y: { range: (_, __, max) => [0, Math.max(max, threshold ?? 0, unit === 'share' ? 0.01 : 1) * 1.1] },
    },
    axes: isSmall
      ? [{ show: false }, { show: false }]
      : [
          {
            ...axis,
            size: 28,
            space: 64,
            values: (_, splits) => splits.map((split) => tickText(split * 1_000, zone)),
          },
          {
            ...axis,
            size: 56,
            ...(unit === 'count' && { incrs: WHOLE_STEPS }),
            values: (_, splits) => splits.map((split) => format(split)),
          },
        ],
    series: [
      {},
      ...series.flatMap(({ tone }) => {
        const line = { stroke: paint[tone], width: tone === 'main' ? 1.5 : 1, points: { show: false } };
        return isPartial && tone === 'main' ? [line, { ...line, ...PARTIAL }] : [line];
      }),
    ],
    hooks: {
      drawClear: [
        ({ ctx, bbox, valToPos }) => {
          if (!shaded) return;
          const [from, to] = [shaded.from, shaded.to].map((at) => valToPos(at / 1_000, 'x', true));
          ctx.save();
          ctx.fillStyle = paint.shade;
          ctx.fillRect(from ?? 0, bbox.top, Math.max(2, (to ?? 0) - (from ?? 0)), bbox.height);
          ctx.restore();
        },
      ],
      draw: [
        ({ ctx, bbox, valToPos }) => {
          if (threshold === undefined) return;
          const y = valToPos(threshold, 'y', true);
          ctx.save();
          ctx.strokeStyle = paint.threshold;
          ctx.fillStyle = paint.threshold;
          ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
          ctx.beginPath();
          ctx.moveTo(bbox.left, y);
          ctx.lineTo(bbox.left + bbox.width, y);
          ctx.stroke();
          ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
          ctx.textAlign = 'right';
          ctx.fillText(format(threshold), bbox.left + bbox.width, y - 4 * devicePixelRatio);
          ctx.restore();
        },
      ],
    },
  };
}

const dataOf = ({ times, series, isPartial }: PlotProps): UPlot.AlignedData => [
  times.map((time) => time / 1_000),
  ...series.flatMap(({ values, tone }) => {
    if (!isPartial || tone !== 'main') return [[...values]];
    const { whole, partial } = splitLine(values, isPartial);
    return [[...whole], [...partial]];
  }),
];

/** Lines over time. A press opens the window under the pointer. */
export function Lines(props: LinesProps) {
  const zone = useZone();
  const { now } = useServices();
  const root = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  /** Redraws in another colour scheme, perhaps much later. */
  const latest = useRef(props);
  latest.current = props;
  const [at, setAt] = useState<number>();
  const shape = [
    zone,
    props.height,
    props.threshold,
    props.shaded?.from,
    props.shaded?.to,
    props.series.length,
    props.isPartial === undefined,
    props.isSmall,
  ].join();

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      const made = new UPlot(
        optionsOf(latest.current, element.clientWidth, zone),
        dataOf(latest.current),
        element,
      );
      made.over.addEventListener('mousemove', () => setAt(made.cursor.idx ?? undefined));
      made.over.addEventListener('mouseleave', () => setAt(undefined));
      plot.current = made;
    };
    draw();
    const sizes = new ResizeObserver(() => {
      if (plot.current && plot.current.width !== element.clientWidth)
        plot.current.setSize({ width: element.clientWidth, height: props.height });
    });
    sizes.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', draw);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(dataOf(props)), [props.times, props.series, props.isPartial]);

  const from = at === undefined ? undefined : props.times[at];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the same links.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div
      ref={root}
      class="plot-lines"
      data-opens={props.onOpen !== undefined}
      data-small={props.isSmall}
      style={{ height: `${props.height}px` }}
      onClick={() => from !== undefined && props.onOpen?.(from, from + props.windowMs)}
    >
      {from !== undefined && at !== undefined && (
        <p class="plot-tip">
          {timeText(from, now.value, zone)}
          {props.series.toReversed().map(({ name, values, tone }) => {
            const value = values[at] ?? undefined;
            const text = value === undefined ? NONE : TEXT_OF[props.unit](value);
            if (tone === 'main') return <span key={name}>{text}</span>;
            return value === undefined ? null : <small key={name}>{`${text} ${name}`}</small>;
          })}
          {props.isPartial?.[at] && ` ${WORDS.table.soFar}`}
        </p>
      )}
    </div>
  );
}
