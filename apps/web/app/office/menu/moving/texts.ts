import { formatCount } from '../../../ui/figures.tsx';

const dishes = (n: number) => (n === 1 ? '1 dish' : `${formatCount(n)} dishes`);
const changes = (n: number) => (n === 1 ? '1 change' : `${formatCount(n)} changes`);
const rows = (n: number) => (n === 1 ? '1 row' : `${formatCount(n)} rows`);

export const texts = {
  title: 'Import or export a menu',
  back: 'Back to the menu',
  stop: 'Stop, change nothing',
  places: 'Locations',
  placesHint: 'The file is taken to each of them.',
  noPlace: 'Please choose a location.',

  export: 'Export',
  exportText: 'The menu as a file for a spreadsheet. Change it there and import it again.',
  download: 'Download CSV',
  exported: (n: number) => `${dishes(n)} exported`,
  exportFailed: 'The menu could not be exported.',

  import: 'Import',
  importText:
    'A CSV file: one of ours, Square’s export, or any list with a name, a category and a price. You see what would change before anything does.',
  starters: 'Or begin with one of these',
  startersText:
    'Usual dishes of such a kitchen. They come hidden: say your prices and check the allergens, then show them.',
  drop: 'Drop a CSV file here, or',
  choose: 'choose a file',
  rules: 'CSV, at most 5 MB and 5,000 rows',
  reading: 'Reading the file',
  unreadable: 'This file could not be opened. Please choose it again.',
  previewFailed: 'The file could not be looked at.',
  again: 'Try again',

  offline: 'A menu is imported and exported once the connection is back.',

  columns: 'What is in which column?',
  columnsOf: (name: string, n: number, encoding: string, separator: string, decimal: string) =>
    `${name}, ${rows(n)}, ${encoding}, ${SEPARATORS[separator] ?? separator}, ${decimal === ',' ? 'comma' : 'point'} as decimal`,
  columnsUsed: (used: number, of: number) => `${used} of ${of} columns are used`,
  goesTo: (heading: string) => `“${heading}” goes to`,
  unnamed: 'a column without a name',
  leaveOut: 'Leave out',
  sure: 'Sure',
  guess: 'A guess',
  unused: 'Not used',

  kinds: { added: 'New', changed: 'Changed', refused: 'Refused' },
  differences: 'What would change',
  show: 'Show',
  rowOf: (row: number) => `row ${row}`,
  takeRow: (name: string, row: number) => `Take ${name}, row ${row}`,
  nameless: '(no name)',
  same: (n: number) => `${dishes(n)} in the file ${n === 1 ? 'is' : 'are'} on the menu just so.`,
  nothingOf: {
    added: 'No new dishes in this file.',
    changed: 'No dish would change.',
    refused: 'Every row can be read.',
  },
  nothing: 'Nothing would change: the menu is what the file says.',
  more: (n: number) => `Show ${formatCount(n)} more`,
  missing: 'Not in the file',
  missingText: (n: number) =>
    `${dishes(n)} of the menu ${n === 1 ? 'is' : 'are'} not in the file. They stay as they are: an import never deletes.`,
  newCategories: (names: readonly string[]) => `New categories: ${names.join(', ')}.`,
  newGroups: (n: number) =>
    `${n === 1 ? 'One dish comes' : `${formatCount(n)} dishes come`} in sizes: their groups are made with them.`,
  unknownGroups: (names: readonly string[]) =>
    `Option groups that are not here: ${names.join(', ')}. Make them and import again, or put them on by hand.`,
  taking: (n: number) => `Take ${changes(n)}`,
  takingNothing: 'No change is ticked.',
  takeFailed: 'The file could not be taken. Nothing was changed.',

  done: (n: number) => `${changes(n)} ${n === 1 ? 'is' : 'are'} on the menu`,
  doneText: (added: number, changed: number, refused: number) =>
    [
      `${dishes(added)} new, ${formatCount(changed)} changed.`,
      ...(refused > 0 ? [`${rows(refused)} ${refused === 1 ? 'was' : 'were'} refused.`] : []),
    ].join(' '),
  undo: (n: number) => `Undo all ${n}`,
  undoUntil: (time: string) => `Undo works until ${time}, or until one of these dishes is changed by hand.`,
  undone: 'Undone: the menu is as it was before.',
  undoFailed: 'It could not be undone.',
  look: 'Look at the menu',
  other: 'Another file',
  recent: 'Imported in the last hour',
  recentOf: (by: string | null, time: string, n: number) => `${by ?? 'Somebody'}, ${time}: ${changes(n)}`,
} as const;

const SEPARATORS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
