import type { MarginPlace } from '@tiffin/domain/stats';
import { joinWithAnd, say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { dollars } from './report-texts.ts';
import styles from './report.module.css';

const chartText = (names: string) =>
  names === ''
    ? say`Portions sold by what a portion earns. The table below holds the same figures.`
    : say`Portions sold by what a portion earns. Keep and show: ${names}. The table below holds the same figures.`;

const SIZE = { width: 720, height: 360, left: 56, right: 16, top: 20, bottom: 34 } as const;
/** The share of the width and height that stays free at each edge, so that no mark is cut off. */
const PADDING = 0.06;
/** The gap is from the centre of a mark to its name. */
const [MARK_RADIUS, NAME_GAP, LETTER_WIDTH, LINE_HEIGHT] = [10, 13, 7, 16];

/** How far below the middle of a mark the baseline of its text is, so that the letters are beside it. */
const BASELINE_DROP = 4;

export type MarginCategory = Answer<'getMargins'>['categories'][number];
export type MarginDish = MarginCategory['dishes'][number];

interface Scale {
  readonly x: (units: number) => number;
  readonly y: (margin: number) => number;
}

type ChartDish = MarginDish & { readonly margin: number };

/** Portions sold (on a logarithmic scale) by what a portion earns. Shapes carry the meaning, not only colours. */
export function MarginChart({ category }: { category: MarginCategory }) {
  const dishes = category.dishes.filter((dish): dish is ChartDish => dish.margin !== null && dish.units > 0);
  if (dishes.length === 0)
    return (
      <p className="soft">{say`No dish of this category has a cost yet. Set costs, and the chart appears here.`}</p>
    );
  const margins = [
    ...dishes.map(({ margin }) => margin),
    ...(category.meanMargin === null ? [] : [category.meanMargin]),
  ];
  const units = [...dishes.map((dish) => dish.units), category.popularUnits ?? 1];
  const scale = scaleOf(units, margins);
  const anchors = nameAnchors(dishes, scale);
  const best = dishes.filter(({ place }) => place === 'keep').map(({ name }) => name);
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll-x" aria-label={say`Chart of the category`} tabIndex={0}>
      <svg
        className={`full-width ${styles.chart}`}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={chartText(joinWithAnd(best))}
      >
        <Axes scale={scale} units={units} margins={margins} category={category} />
        {dishes.map((dish) => (
          <g key={dish.itemId} transform={`translate(${scale.x(dish.units)} ${scale.y(dish.margin)})`}>
            <Mark place={dish.place} />
            {anchors.has(dish.itemId) && (
              <text
                x={anchors.get(dish.itemId) === 'end' ? -NAME_GAP : NAME_GAP}
                y={BASELINE_DROP}
                textAnchor={anchors.get(dish.itemId)}
              >
                {dish.name}
              </text>
            )}
          </g>
        ))}
      </svg>
    </section>
  );
}

function scaleOf(units: readonly number[], margins: readonly number[]): Scale {
  const [minUnits, maxUnits] = [Math.log(Math.min(...units)), Math.log(Math.max(...units))];
  const [minMargin, maxMargin] = [Math.min(...margins), Math.max(...margins)];
  const shareOf = (value: number, from: number, to: number) => (to === from ? 0.5 : (value - from) / (to - from));
  const padded = (share: number) => PADDING + (1 - 2 * PADDING) * share;
  const width = SIZE.width - SIZE.left - SIZE.right;
  const height = SIZE.height - SIZE.top - SIZE.bottom;
  return {
    x: (value) => SIZE.left + width * padded(shareOf(Math.log(value), minUnits, maxUnits)),
    y: (value) => SIZE.top + height * (1 - padded(shareOf(value, minMargin, maxMargin))),
  };
}

/** On which side of its mark each name is. A name that would cover another name or mark is left out. */
function nameAnchors(dishes: readonly ChartDish[], scale: Scale): ReadonlyMap<string, 'start' | 'end'> {
  const marks = dishes.map(({ itemId, name, units, margin }) => ({
    itemId,
    length: name.length * LETTER_WIDTH,
    x: scale.x(units),
    y: scale.y(margin),
  }));
  const occupied = marks.map(({ x, y }) => ({ left: x - MARK_RADIUS, right: x + MARK_RADIUS, y }));
  const anchors = new Map<string, 'start' | 'end'>();
  for (const { itemId, length, x, y } of marks) {
    const sides = [
      { anchor: 'start', left: x + NAME_GAP, right: x + NAME_GAP + length, y },
      { anchor: 'end', left: x - NAME_GAP - length, right: x - NAME_GAP, y },
    ] as const;
    const free = sides.find(
      ({ left, right }) =>
        left >= SIZE.left &&
        right <= SIZE.width &&
        occupied.every((each) => Math.abs(each.y - y) >= LINE_HEIGHT || each.right <= left || right <= each.left),
    );
    if (!free) continue;
    occupied.push(free);
    anchors.set(itemId, free.anchor);
  }
  return anchors;
}

interface AxesProps {
  scale: Scale;
  units: readonly number[];
  margins: readonly number[];
  category: MarginCategory;
}

function Axes({ scale, units, margins, category: { popularUnits, meanMargin } }: AxesProps) {
  const bottom = SIZE.height - SIZE.bottom;
  const minAndMax = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)])];
  return (
    <>
      {popularUnits !== null && (
        <line
          className={styles.limit}
          x1={scale.x(popularUnits)}
          x2={scale.x(popularUnits)}
          y1={SIZE.top}
          y2={bottom}
        />
      )}
      {meanMargin !== null && (
        <line
          className={styles.limit}
          x1={SIZE.left}
          x2={SIZE.width - SIZE.right}
          y1={scale.y(meanMargin)}
          y2={scale.y(meanMargin)}
        />
      )}
      {minAndMax(margins).map((margin) => (
        <text key={margin} x={SIZE.left - 8} y={scale.y(margin) + BASELINE_DROP} textAnchor="end">
          {dollars(margin)}
        </text>
      ))}
      {minAndMax(units).map((value) => (
        <text key={value} x={scale.x(value)} y={SIZE.height - 12} textAnchor="middle">
          {value}
        </text>
      ))}
      <text x={SIZE.width - SIZE.right} y={SIZE.height} textAnchor="end">
        {say`sold`}
      </text>
    </>
  );
}

function Mark({ place }: { place: MarginPlace }) {
  if (place === 'keep') return <circle className={styles.keep} r="8" />;
  if (place === 'loved') return <rect className={styles.loved} x="-7.5" y="-7.5" width="15" height="15" rx="3" />;
  if (place === 'show-more') return <path className={styles.showMore} d="M0 -9L9 8H-9Z" />;
  if (place === 'neither') return <path className={styles.neither} d="M0 -9L9 0L0 9L-9 0Z" />;
  return <circle className={styles.few} r="7" />;
}

/** The mark of a place in the chart, for lists beside it; empty for dishes without a cost. */
export function PlaceMark({ place }: { place: MarginPlace }) {
  return (
    <svg className={styles.mark} viewBox="-11 -11 22 22" aria-hidden="true">
      {place !== 'no-cost' && <Mark place={place} />}
    </svg>
  );
}
