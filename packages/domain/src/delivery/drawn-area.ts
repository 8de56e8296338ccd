import { asRecord, ok, say, type Result, fail } from '../core/index.ts';

/** Coordinates in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The corners of an area; the last one connects to the first. */
export type Ring = readonly Point[];

export const MAX_RING_POINTS = 500;
/** Larger than any delivery area, and small enough for exact integer arithmetic. */
const MAX_EXTENT_DEGREES = 2;
const EARTH_METRES = 6_371_008.8;

/** True for coordinates that exist. */
export function isPoint({ lat, lng }: Point): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** The straight-line distance along the ground, by the haversine formula. */
export function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [halfLat, halfLng] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2];
  const haversine =
    Math.sin(halfLat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(halfLng) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** In millionths of a degree, about ten centimetres. Integers make the test for points on an edge exact. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

function toCorner({ lat, lng }: Point): Corner {
  return { x: Math.round(lng * 1e6), y: Math.round(lat * 1e6) };
}

/** Positive if c lies left of the line from a to b, negative if right. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** True if c lies in the rectangle that a and b span: on their line, between them. */
function isBetween(a: Corner, b: Corner, c: Corner): boolean {
  return (
    Math.min(a.x, b.x) <= c.x && c.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= c.y && c.y <= Math.max(a.y, b.y)
  );
}

type Edge = readonly [Corner, Corner];

function edgesOf(ring: Ring): Edge[] {
  const corners = ring.map(toCorner);
  return corners.map((from, index) => [from, corners[(index + 1) % corners.length] ?? from]);
}

/** Ray casting: counts the edges on one side of the point. Edges and corners belong to the area. */
export function isInside(ring: Ring, point: Point): boolean {
  const at = toCorner(point);
  const edges = edgesOf(ring);
  const [xs, ys] = [edges.map(([{ x }]) => x), edges.map(([{ y }]) => y)];
  // Skip points outside the bounding box; for distant ones the products would be too large to be exact.
  if (!isBetween({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) }, at)) {
    return false;
  }
  let inside = false;
  for (const [a, b] of edges) {
    const side = turn(a, b, at);
    if (side === 0 && isBetween(a, b, at)) return true;
    if (a.y > at.y !== b.y > at.y && side > 0 === b.y > a.y) inside = !inside;
  }
  return inside;
}

/** True if two edges cross or touch. */
function doEdgesMeet([a, b]: Edge, [c, d]: Edge): boolean {
  // On which side of the other edge each end lies; 0 if it lies on its line.
  const [cSide, dSide, aSide, bSide] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  const isNoneOnLine = [cSide, dSide, aSide, bSide].every((side) => side !== 0);
  if (isNoneOnLine && cSide > 0 !== dSide > 0 && aSide > 0 !== bSide > 0) return true;
  return (
    (cSide === 0 && isBetween(a, b, c)) ||
    (dSide === 0 && isBetween(a, b, d)) ||
    (aSide === 0 && isBetween(c, d, a)) ||
    (bSide === 0 && isBetween(c, d, b))
  );
}

/** The reason why the corners do not form an area; null if they do. */
export function ringProblem(ring: Ring): string | null {
  if (ring.length < 3) return say`An area needs three corners or more.`;
  if (ring.length > MAX_RING_POINTS) return say`An area has at most ${MAX_RING_POINTS} corners.`;
  if (!ring.every(isPoint)) return say`A corner of the area is not a valid position.`;
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  if (span(ring.map(({ lat }) => lat)) > MAX_EXTENT_DEGREES || span(ring.map(({ lng }) => lng)) > MAX_EXTENT_DEGREES) {
    return say`This area is too large. Are latitude and longitude swapped?`;
  }
  const edges = edgesOf(ring);
  const crosses = edges.some((edge, i) =>
    edges.some((other, j) => {
      if (j <= i) return false;
      const isNext = j === i + 1 || (i === 0 && j === edges.length - 1);
      if (!isNext) return doEdgesMeet(edge, other);
      // Neighbouring edges share a corner; they cross only if one is folded back onto the other.
      const [shared, from, to] = j === i + 1 ? [edge[1], edge[0], other[1]] : [edge[0], edge[1], other[0]];
      return turn(from, shared, to) === 0 && (isBetween(shared, from, to) || isBetween(shared, to, from));
    }),
  );
  return crosses ? say`The edge of this area crosses or touches itself.` : null;
}

/** Reads the single area of a GeoJSON text: a Polygon, alone or in a Feature, as map tools export it. */
export function ringFromGeoJson(text: string): Result<Ring> {
  const refused = (words: string) => fail('invalid-argument', words, { field: 'geoJson' });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refused(say`This is not valid GeoJSON.`);
  }
  const polygons = polygonsIn(parsed);
  if (polygons === null || polygons.length === 0) return refused(say`This GeoJSON has no area: draw a polygon.`);
  const [polygon, ...more] = polygons;
  if (!polygon || more.length > 0) return refused(say`This GeoJSON has several areas. Please add a zone for each.`);
  if (polygon.length > 1)
    return refused(say`Areas with holes are not supported. Please draw the area without the hole.`);
  const [positions] = polygon;
  if (!Array.isArray(positions)) return refused(say`This GeoJSON has no area: draw a polygon.`);
  const ring = positions.map((position: unknown) => {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : [];
    return { lat: typeof lat === 'number' ? lat : NaN, lng: typeof lng === 'number' ? lng : NaN };
  });
  const open = isClosed(ring) ? ring.slice(0, -1) : ring;
  const problem = ringProblem(open);
  return problem === null ? ok(open) : refused(problem);
}

/** True if the first corner is repeated at the end. That copy is dropped, because the ring closes implicitly. */
function isClosed(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng;
}

type Polygon = readonly unknown[];

/** Deeper collections are not what map tools export. */
const MAX_DEPTH = 4;

/** The polygons of a GeoJSON value; null if it has none. */
function polygonsIn(value: unknown, depth = 0): Polygon[] | null {
  const { type, coordinates, geometry, geometries, features } = asRecord(value) ?? {};
  const inAll = (list: unknown) =>
    Array.isArray(list) && depth < MAX_DEPTH ? list.flatMap((each) => polygonsIn(each, depth + 1) ?? []) : null;
  if (type === 'Polygon') return Array.isArray(coordinates) ? [coordinates] : null;
  if (type === 'MultiPolygon') return Array.isArray(coordinates) ? coordinates.filter(Array.isArray) : null;
  if (type === 'Feature') return inAll([geometry]);
  if (type === 'FeatureCollection') return inAll(features);
  return type === 'GeometryCollection' ? inAll(geometries) : null;
}
