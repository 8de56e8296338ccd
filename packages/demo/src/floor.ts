import type { Plan, PlannedTable } from '@tiffin/domain/floor';
import type { DemoLocation } from './locations.ts';

type DemoTable = PlannedTable & { readonly tableId: string };

interface DemoFloor {
  readonly plan: Plan & { readonly tables: readonly DemoTable[] };
  /** Who sits where tonight, and for how many minutes. */
  readonly parties: ReadonlyArray<{
    readonly table: string;
    readonly partySize: number;
    readonly name: string;
    readonly minutes: number;
  }>;
  /** The tables that the bookings of tonight get, in this order. */
  readonly booked: readonly string[];
}

function tablesOf(
  locationId: string,
  area: string,
  rows: ReadonlyArray<readonly [name: string, seats: number, x: number, y: number, width: number, height: number]>,
  shape: PlannedTable['shape'] = 'rectangle',
): DemoTable[] {
  return rows.map(([name, seats, x, y, width, height]) => ({
    tableId: `${locationId}-table-${name.toLowerCase()}`,
    name,
    area,
    seats,
    x,
    y,
    width,
    height,
    shape,
  }));
}

const truro: DemoFloor = {
  plan: {
    areas: [{ name: 'Room' }, { name: 'Bar' }],
    tables: [
      ...tablesOf('truro', 'Room', [
        ['1', 2, 40, 60, 180, 120],
        ['2', 2, 280, 60, 180, 120],
        ['3', 4, 520, 60, 240, 120],
        ['4', 4, 840, 60, 320, 120],
        ['5', 4, 40, 260, 280, 140],
        ['6', 4, 400, 260, 280, 140],
        ['8', 4, 40, 500, 280, 140],
        ['9', 6, 400, 500, 320, 140],
        ['10', 8, 800, 500, 360, 180],
        ['11', 6, 400, 720, 320, 120],
      ]),
      ...tablesOf(
        'truro',
        'Room',
        [
          ['7', 2, 760, 260, 140, 140],
          ['12', 2, 1000, 260, 140, 140],
        ],
        'circle',
      ),
      ...tablesOf(
        'truro',
        'Bar',
        ['B1', 'B2', 'B3', 'B4'].map((name, index) => [name, 2, 60 + index * 280, 380, 140, 140] as const),
        'circle',
      ),
    ],
  },
  parties: [
    { table: '3', partySize: 3, name: 'Okafor', minutes: 34 },
    { table: '4', partySize: 4, name: '', minutes: 58 },
    { table: '5', partySize: 4, name: '', minutes: 38 },
    { table: '7', partySize: 2, name: 'Doucet', minutes: 12 },
  ],
  booked: ['2', '8', '9', '6'],
};

const newGlasgow: DemoFloor = {
  plan: {
    areas: [{ name: 'Room' }],
    tables: tablesOf(
      'new-glasgow',
      'Room',
      [1, 2, 3, 4, 5, 6, 7, 8].map(
        (number) =>
          [
            String(number),
            number % 4 === 0 ? 6 : 4,
            60 + ((number - 1) % 4) * 280,
            number > 4 ? 480 : 120,
            200,
            160,
          ] as const,
      ),
    ),
  },
  parties: [{ table: '3', partySize: 2, name: 'Murray', minutes: 25 }],
  booked: ['1', '6'],
};

export const demoFloors: Readonly<Record<DemoLocation['id'], DemoFloor>> = { truro, 'new-glasgow': newGlasgow };
