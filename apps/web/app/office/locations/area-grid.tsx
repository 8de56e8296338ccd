import { useState, type MouseEvent } from 'react';
import { Undo2 } from 'lucide-react';
import { ringProblem, type Point, type Ring } from '@tiffin/domain/delivery';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import figures from '../../ui/figures.module.css';
import { FieldError } from '../../ui/field.tsx';
import styles from './locations.module.css';

/** The drawing is a square with this side, in its own pixels. */
const SIDE = 320;
const MIDDLE = SIDE / 2;
/** Distances in kilometres from the location to the edge of the grid. */
const REACHES = [2, 5, 10, 20] as const;
const INITIAL_REACH = 5;
/** Of latitude; a degree of longitude is shorter towards the poles. */
const KM_PER_DEGREE = 111.2;
const CELLS_PER_SIDE = 8;
/** A press within this distance of a corner is meant for the corner. */
const CORNER_REACH_PX = 12;

interface AreaGridProps {
  restaurantPoint: Point | null;
  ring: Ring;
  onRing: (ring: Ring) => void;
}

/** A grid around the location, with north at the top. A click adds a corner; a click on a corner removes it. */
export function AreaGrid({ restaurantPoint, ring, onRing }: AreaGridProps) {
  const [reach, setReach] = useState<(typeof REACHES)[number]>(INITIAL_REACH);
  const middle = restaurantPoint ?? ring[0] ?? null;
  if (middle === null) return <p className="hint">{say`Set the position of the restaurant first.`}</p>;
  return (
    <div className="grid gap-8">
      <p className="hint">{say`North is up, and the restaurant is in the middle. Press to add a corner; press a corner to remove it.`}</p>
      <ChoiceTiles
        legend={say`To the edge`}
        value={String(reach)}
        onValue={(value) => setReach(REACHES.find((each) => String(each) === value) ?? INITIAL_REACH)}
        options={REACHES.map((km) => ({ value: String(km), label: say`${km} km` }))}
      />
      <Drawing scale={scaleAround(middle, reach)} restaurant={restaurantPoint} ring={ring} onRing={onRing} />
      <FieldError error={ring.length >= 3 ? (ringProblem(ring) ?? undefined) : undefined} />
      <div className="row gap-8">
        <Button look="ghost" size="sm" disabled={ring.length === 0} onClick={() => onRing(ring.slice(0, -1))}>
          <Undo2 /> {say`Remove the last corner`}
        </Button>
        <Button look="ghost" size="sm" disabled={ring.length === 0} onClick={() => onRing([])}>
          {say`Start over`}
        </Button>
      </div>
    </div>
  );
}

/** Converts between coordinates and the pixels of a grid around a point. */
function scaleAround({ lat: middleLat, lng: middleLng }: Point, reachKm: number) {
  const kmPerLng = KM_PER_DEGREE * Math.cos((middleLat * Math.PI) / 180);
  const pixelsPerKm = MIDDLE / reachKm;
  /** To a tenth of a metre. */
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    xOf: ({ lng }: Point) => MIDDLE + (lng - middleLng) * kmPerLng * pixelsPerKm,
    yOf: ({ lat }: Point) => MIDDLE - (lat - middleLat) * KM_PER_DEGREE * pixelsPerKm,
    pointAt: (x: number, y: number): Point => ({
      lat: rounded(middleLat + (MIDDLE - y) / pixelsPerKm / KM_PER_DEGREE),
      lng: rounded(middleLng + (x - MIDDLE) / pixelsPerKm / kmPerLng),
    }),
  };
}

interface DrawingProps {
  scale: ReturnType<typeof scaleAround>;
  restaurant: Point | null;
  ring: Ring;
  onRing: (ring: Ring) => void;
}

function Drawing({ scale: { xOf, yOf, pointAt }, restaurant, ring, onRing }: DrawingProps) {
  function press(event: MouseEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIDE;
    const y = ((event.clientY - box.top) / box.height) * SIDE;
    const pressed = ring.findIndex((corner) => Math.hypot(xOf(corner) - x, yOf(corner) - y) < CORNER_REACH_PX);
    onRing(pressed === -1 ? [...ring, pointAt(x, y)] : ring.filter((_, index) => index !== pressed));
  }
  return (
    // The area can be pasted as well, for users without a pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      className={`full-width round-md surface ${styles.drawing}`}
      role="img"
      aria-label={ring.length === 1 ? say`The area, with 1 corner` : say`The area, with ${ring.length} corners`}
      onClick={press}
    >
      {Array.from({ length: CELLS_PER_SIDE - 1 }, (_, index) => ((index + 1) * SIDE) / CELLS_PER_SIDE).map((at) => (
        <path key={at} d={`M${at} 0V${SIDE}M0 ${at}H${SIDE}`} className={figures.ground} />
      ))}
      {ring.length > 1 && (
        <polygon points={ring.map((corner) => `${xOf(corner)},${yOf(corner)}`).join(' ')} className={styles.area} />
      )}
      {ring.map((corner) => (
        <circle key={`${corner.lat} ${corner.lng}`} cx={xOf(corner)} cy={yOf(corner)} r={6} className={styles.mark} />
      ))}
      {/* A small house. */}
      {restaurant && (
        <path
          d={`M${MIDDLE - 7} ${MIDDLE + 6}V${MIDDLE - 2}L${MIDDLE} ${MIDDLE - 8}L${MIDDLE + 7} ${MIDDLE - 2}V${MIDDLE + 6}Z`}
          className={styles.mark}
        />
      )}
    </svg>
  );
}
