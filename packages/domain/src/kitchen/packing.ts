import { sumOf } from '../core/index.ts';

/** The heights of a ticket's parts in pixels. */
export interface MeasuredTicket {
  readonly id: string;
  /** Repeated on each part. */
  readonly head: number;
  /** The name of a seat, which each further part begins with. In the first part it belongs to a line. */
  readonly seatHead?: number;
  readonly lines: readonly number[];
  /** Only on the last part: notes and the button. */
  readonly foot: number;
}

/** The part of a ticket that is in one column: its lines from `from` up to, but without, `to`. */
export interface TicketPart {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Its distance from the top of its column. */
  readonly top: number;
  /** The number of this part, from 1, and how many the ticket has. */
  readonly part: number;
  readonly parts: number;
}

/** A shorter ticket stays in one piece if it fits into a column. */
const SPLITS_FROM_LINES = 4;
/** The first part of a ticket has its head and at least these lines. */
const LINES_BEFORE_SPLIT = 2;

interface ColumnSize {
  readonly height: number;
  readonly gap: number;
}

interface Column {
  readonly parts: Omit<TicketPart, 'parts'>[];
  /** The height of its parts and the gaps between them. */
  used: number;
}

/**
 * Packs tickets into columns of a height, downwards and then to the right. A ticket of several lines may continue in
 * the next column; a head is never alone in a column, and neither is a foot. A ticket that fits below those of an
 * earlier column goes there, on whichever page, so that no page has room for a ticket that waits on a later one.
 */
export function packTickets(tickets: readonly MeasuredTicket[], size: ColumnSize): TicketPart[][] {
  const columns: Column[] = [];
  for (const ticket of tickets) placeTicket(columns, ticket, size);
  const counts = new Map<string, number>();
  for (const { parts } of columns)
    for (const { id, part } of parts) counts.set(id, Math.max(part, counts.get(id) ?? 0));
  return columns.map(({ parts }) => parts.map((each) => ({ ...each, parts: counts.get(each.id) ?? 1 })));
}

function placeTicket(columns: Column[], ticket: MeasuredTicket, size: ColumnSize): void {
  const { height, gap } = size;
  let from = 0;
  for (let part = 1; ; part++) {
    const column = columnFor(columns, ticket, part, size);
    const head = ticket.head + (part === 1 ? 0 : (ticket.seatHead ?? 0));
    const isEmpty = column.parts.length === 0;
    const top = isEmpty ? 0 : column.used + gap;
    const to = lastLine({ ...ticket, head }, from, height - top, isEmpty);
    const isLast = to === ticket.lines.length;
    column.parts.push({ id: ticket.id, from, to, top, part });
    column.used = top + head + sumOf(ticket.lines.slice(from, to)) + (isLast ? ticket.foot : 0);
    if (isLast) return;
    from = to;
  }
}

/** The first column where the ticket fits, the last one if it may begin there, or else a new one. */
function columnFor(columns: Column[], ticket: MeasuredTicket, part: number, { height, gap }: ColumnSize) {
  const last = columns.at(-1);
  const { head, lines, foot } = ticket;
  const earlier = columns.slice(0, -1).find(({ used }) => used + gap + head + sumOf(lines) + foot <= height);
  if (earlier && part === 1) return earlier;
  if (last && part === 1 && fitsInto(ticket, height - last.used - gap, height)) return last;
  const column: Column = { parts: [], used: 0 };
  columns.push(column);
  return column;
}

/** True if the ticket, or the beginning of one that may be split, fits into the room below other tickets. */
function fitsInto({ head, lines, foot }: MeasuredTicket, room: number, height: number): boolean {
  const whole = head + sumOf(lines) + foot;
  if (whole <= room) return true;
  const maySplit = lines.length >= SPLITS_FROM_LINES || whole > height;
  const beginning = head + sumOf(lines.slice(0, LINES_BEFORE_SPLIT));
  return maySplit && lines.length > LINES_BEFORE_SPLIT && beginning <= room;
}

/** The end of the lines that fit. Leaves a line for the part with the foot, and takes at least one in an empty column. */
function lastLine({ head, lines, foot }: MeasuredTicket, from: number, room: number, isEmpty: boolean): number {
  if (head + sumOf(lines.slice(from)) + foot <= room) return lines.length;
  let to = from;
  let used = head;
  for (const line of lines.slice(from, -1)) {
    if (used + line > room) break;
    used += line;
    to++;
  }
  return isEmpty && to === from ? Math.min(from + 1, lines.length) : to;
}

/** Puts columns on pages of `perPage` columns. There is always a page. */
export function pagesOf(columns: readonly TicketPart[][], perPage: number): readonly (readonly TicketPart[])[][] {
  const pages: (readonly TicketPart[])[][] = [];
  for (let at = 0; at < columns.length; at += perPage) pages.push(columns.slice(at, at + perPage));
  return pages.length > 0 ? pages : [[]];
}
