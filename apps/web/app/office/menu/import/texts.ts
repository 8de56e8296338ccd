import { formatCount } from '../../../ui/figures.tsx';

export const texts = {
  title: 'Import or export a menu',
  back: 'Back to the menu',
  stop: 'Stop, change nothing',
  places: 'Locations',
  placesHint: 'The file is imported to each of them.',
  noPlace: 'Please choose a location.',

  export: 'Export',
  exportText: 'The menu as a file for a spreadsheet. Change it there and import it again.',
  download: 'Download CSV',
  exported: (n: number) => (n === 1 ? '1 dish exported' : `${formatCount(n)} dishes exported`),
  exportFailed: 'The menu could not be exported.',

  import: 'Import',
  importText:
    'A CSV file: one of ours, Square’s export, or any list with a name, a category and a price. You see what would change before anything does.',
  starters: 'Or start with one of these',
  kitchens: { pizzeria: 'Pizzeria', coffee: 'Coffee shop', burgers: 'Burgers and fries' },
  startersText:
    'Typical dishes of such a kitchen. They are hidden at first: set your prices, check the allergens, then show them.',
  drop: 'Drop a CSV file here, or',
  choose: 'choose a file',
  rules: 'CSV, at most 5 MB and 5,000 rows',
  reading: 'Reading the file',
  emptyFile: 'This file is empty. Please choose another one.',
  unreadable: 'This file could not be opened. Please choose it again.',
  previewFailed: 'The file could not be read.',
  again: 'Try again',

  offline: 'Menus can be imported and exported once the connection is back.',

  backToSetUp: 'Back to the set-up',
  ignored: (n: number) => (n === 1 ? 'One column would be ignored' : `${n} columns would be ignored`),
  ignoredColumn: (heading: string, n: number) =>
    n === 1 ? `“${heading}” (1 value)` : `“${heading}” (${formatCount(n)} values)`,
  nothingWritten: 'Nothing has been written yet.',
  gluten: (n: number) => (n === 1 ? 'Your file says “gluten” for 1 dish' : `Your file says “gluten” for ${n} dishes`),
  glutenExplain: 'Which cereals are meant? We ask once, and you can change single dishes later.',
  glutenUnknown: 'Without an answer their allergens stay unknown, and guests are told to ask you.',
  columns: 'What is in which column?',
  rows: (n: number) => (n === 1 ? '1 row' : `${formatCount(n)} rows`),
  commas: 'commas',
  semicolons: 'semicolons',
  tabs: 'tabs',
  decimalComma: 'comma as decimal',
  decimalPoint: 'point as decimal',
  columnsUsed: (used: number, of: number) => `${used} of ${of} columns are used`,
  goesTo: (heading: string) => `“${heading}” is imported as`,
  unnamed: 'a column without a name',
  leaveOut: 'Leave out',
  sure: 'Sure',
  guess: 'A guess',
  unused: 'Not used',

  kinds: { added: 'New', changed: 'Changed', refused: 'Refused' },
  differences: 'What would change',
  show: 'Show',
  rowOf: (row: number) => `row ${row}`,
  takeRow: (name: string, row: number) => `Import ${name}, row ${row}`,
  nameless: '(no name)',
  same: (n: number) =>
    n === 1
      ? '1 dish in the file is already on the menu unchanged.'
      : `${formatCount(n)} dishes in the file are already on the menu unchanged.`,
  nothingOf: {
    added: 'No new dishes in this file.',
    changed: 'No dish would change.',
    refused: 'Every row can be read.',
  },
  nothing: 'Nothing would change: the menu already matches the file.',
  more: (n: number) => `Show ${formatCount(n)} more`,
  missing: 'Not in the file',
  missingText: (n: number) =>
    n === 1
      ? '1 dish of the menu is not in the file. They stay as they are: an import never deletes.'
      : `${formatCount(n)} dishes of the menu are not in the file. They stay as they are: an import never deletes.`,
  newCategories: (names: readonly string[]) => `New categories: ${names.join(', ')}.`,
  newGroups: (n: number) => (n === 1 ? '1 new option group' : `${formatCount(n)} new option groups`),
  newGroupsExplain:
    'The numbers say how many a guest can choose; * is chosen beforehand. If an option adds an allergen, say so in Options after the import.',
  unknownGroups: (names: readonly string[]) => `Option groups that do not exist yet: ${names.join(', ')}.`,
  combosLater: 'The parts of a combo are dishes: import the other rows first, then check the file again.',
  makeGroup: (name: string) => `Create “${name}”`,
  lookAgain: 'Check the file again',
  taking: (n: number) => (n === 1 ? 'Import 1 change' : `Import ${formatCount(n)} changes`),
  takingNothing: 'No change is selected.',
  takeFailed: 'The file could not be imported. Nothing was changed.',

  done: (n: number) => (n === 1 ? '1 change imported' : `${formatCount(n)} changes imported`),
  doneText: (added: number, changed: number) =>
    added === 1
      ? `1 dish added, ${formatCount(changed)} changed.`
      : `${formatCount(added)} dishes added, ${formatCount(changed)} changed.`,
  refused: (n: number) => (n === 1 ? '1 row was refused.' : `${formatCount(n)} rows were refused.`),
  undo: (n: number) => `Undo all ${n}`,
  undoUntil: (time: string) => `Undo works until ${time}, or until one of these dishes is changed by hand.`,
  undone: 'Undone. The menu is as it was before.',
  undoFailed: 'It could not be undone.',
  look: 'See the menu',
  other: 'Another file',
  recent: 'Imported in the last hour',
  somebody: 'Somebody',
  recentOf: (by: string, time: string, n: number) =>
    n === 1 ? `${by}, ${time}: 1 change` : `${by}, ${time}: ${formatCount(n)} changes`,
} as const;
