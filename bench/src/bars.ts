/** A target whose figure a benchmark measures. */
export interface MeasuredBar {
  readonly what: string;
  readonly command: string;
  readonly benchmark: string;
  /** Matches the names of the figures. */
  readonly figures: RegExp;
}

/** A target that a test checks. */
interface TestedBar {
  readonly what: string;
  readonly command: string;
}

const measured = (what: string, benchmark: string, figures: RegExp): MeasuredBar => ({
  what,
  command: `npm run bench -- ${benchmark}`,
  benchmark,
  figures,
});
const tested = (what: string, part: string): TestedBar => ({ what, command: `npm test -- ${part}` });

export const bars: readonly (MeasuredBar | TestedBar)[] = [
  measured(
    'a cash order over HTTP, in a restaurant with a year of history: at least 90 % of a bare handler that inserts the same rows with 16 clients, 60 % with one',
    'orders',
    /^of the bare handler(, 1 client)?$/,
  ),
  measured(
    'database time of an order with 1,000 open orders: at most 1.2 × that with 60',
    'orders',
    /^database time, 1,000 open/,
  ),
  measured(
    'processor time of a card order, with its messages and figures: at most 6 × that of a bare cash order',
    'orders',
    /against a bare cash order$/,
  ),
  measured(
    'processor time of a cash order with 1 client: at most 2 × that with 16 clients, in the same run',
    'orders',
    /^processor time with 1 client against/,
  ),
  measured(
    'the menu page: at least 50 % of the same bytes from memory, first byte under 5 ms',
    'menu',
    /^menu page: (of the|first byte)/,
  ),
  tested('the menu of 62 dishes as JSON: at most 40 kB, uncompressed', 'integration menu.db'),
  measured('the menu as JSON: at least 70 % of the same bytes from memory', 'menu', /^menu JSON: of the/),
  measured(
    'guests’ JavaScript to an interactive menu: at most 125 kB, none of the back office',
    'weight',
    /JavaScript|of the back office/,
  ),
  measured(
    'Lighthouse on a phone: 98 for speed, 100 for the rest',
    'lighthouse',
    /^\/.*: (performance|accessibility|best practices|search engines)$/,
  ),
  measured('a new order on 200 boards: p99 under 250 ms after the commit', 'live', /board, p99$/),
  measured(
    'a bump in a kitchen with 300 orders, CPU four times slower: under 50 ms to the painted frame',
    'bump',
    /: bump, median$/,
  ),
  measured(
    'lists, search, dashboard with 1 000 000 orders: at most 1.5 × those with 10 000',
    'history',
    /how many times as long/,
  ),
  measured('free times with 200 000 bookings: at most 1.5 × those with 200', 'slots', /^growth$/),
  measured('from the start to the first answer: under 2 s', 'start', /^start to first answer/),
  measured('memory of the server after load, and after a night of streams: under 250 MB', 'memory', /^after /),
  measured(
    'a Friday evening at ten locations: no errors, and all books add up',
    'rush',
    /^errors$|^of \d+ rules of the books|did not hear/,
  ),
  measured(
    'a Friday with 300 orders at a kitchen with limits: no quarter over, at least 80 % of promises kept, books add up',
    'rush',
    /^Friday: (quarters|promises kept$|errors|rules)/,
  ),
  measured(
    'servers, database and network struck at random: nothing answered is missing or double',
    'chaos',
    /^answered and missing|does not add up|^errors$/,
  ),
  tested('the same in short, with every run of all tests', 'integration chaos'),
  measured(
    'upgraded copy by copy under load, and back once: nothing refused, lost or double',
    'upgrade',
    /^answered and missing|^errors$|^refused, with|not settled|another answer/,
  ),
  measured(
    'the primary of a database cluster killed: ordering goes on after at most 10 s (median) and 20 s (p99)',
    'failover',
    /^no orders after the primary was killed/,
  ),
  measured(
    'failover and switchover: nothing answered is missing or double, nothing outside speaks of lost changes, at most 3 s for a switchover',
    'failover',
    /^answered and missing|lost changes$|former primary confirmed|^no orders, switchover .*longest$|when to try again$/,
  ),
  measured(
    'two copies of the server against one: orders and processor time, reported',
    'capacity',
    /^2 copies against/,
  ),
  tested(
    'a database that goes back to the moment before a table was dropped has every order until then',
    'integration point-in-time',
  ),
  tested(
    'nine payments that only the card provider knows after a restore: settled or in attention, sums equal to the cent',
    'integration reconcile-since',
  ),
  tested(
    'a read-only database, a cancelled wait for the standby, lost connections: 503, never a lost or double order',
    'integration src/failover',
  ),
  tested(
    '`kill -9` of server or PostgreSQL under load: every answered write is there, the next start needs no hand',
    'integration server.db',
  ),
  tested(
    'the same payment event five times, late, out of order, forged: one order, or nothing',
    'integration settle-session',
  ),
  tested(
    'killed between any two steps of a payment or a refund: finished once at the next start',
    'integration payments/kill',
  ),
  tested(
    'the last seats, the last table, the same customer twice, at once: exactly one wins',
    'integration book-table',
  ),
  tested('two tills, one order: one transition each, no lost update', 'integration apply-move'),
  tested(
    'mail and SMS down, slow, answering nonsense: retried with back-off, visible, retriable',
    'integration messages/deliver',
  ),
  tested('offline, reload, crash of the browser: queued work is there and runs once', 'browser offline'),
  tested('database away: 503 with `retry-after`, recovery by itself', 'integration server.db'),
  tested('folder not writable, port taken: one line, nothing damaged', 'integration server.db'),
  tested('wrong configuration: one line that names it', 'unit config'),
  tested('two copies on one PostgreSQL: events cross, jobs run once, limits are shared', 'integration two-copies'),
  tested('a backup restored is the same to the last row, and its books add up', 'integration backup'),
  tested('every call × every kind of caller', 'integration permissions'),
  tested('everybody else’s orders, bookings, receipts, people', 'integration others-things'),
  tested('hostile input on every field: never a 5xx, nothing unescaped', 'integration hostile'),
  tested('every page with axe, in light, dark, at 200 % and at 320 px; by keyboard', 'browser accessibility'),
];
