/** Texts of the option group editor. */
export const texts = {
  title: 'Option Groups',
  intro:
    'What guests can choose for a dish: a size, chutneys, something to leave out. One group can be used by many dishes.',
  loading: 'Loading the groups…',
  loadFailed: 'The groups could not be loaded',
  tryAgain: 'Try Again',
  empty: 'No option groups yet',
  emptyText: 'Create one, then choose it in the form of a dish.',
  add: 'New group',
  done: 'Done',
  list: 'Option groups',
  edit: (name: string) => `Edit ${name}`,
  look: (name: string) => `Look at ${name}`,
  remove: (name: string) => `Delete ${name}`,
  heats: (dishes: number) =>
    dishes === 1
      ? 'Asked for dishes marked mild, medium or hot: 1 dish'
      : `Asked for dishes marked mild, medium or hot: ${dishes} dishes`,
  used: (dishes: readonly string[]) =>
    dishes.length === 0
      ? 'Not used yet'
      : dishes.length === 1
        ? `Used by 1 dish: ${dishes[0]}`
        : `Used by ${dishes.length} dishes: ${dishes.join(', ')}`,

  form: {
    add: 'New option group',
    edit: (name: string) => `Edit ${name}`,
    save: 'Save group',
    cancel: 'Cancel',
    failed: 'The group could not be saved',
    conflict: 'Somebody else changed this group while you were editing it.',
    deleted: 'Somebody else deleted this group while you were editing it.',
    everywhere: (dishes: number) => `Changes here apply to all ${dishes} dishes that use it.`,
    preview: 'As guests see it',
    previewHint: 'Try it: the price is calculated as at the till.',
    onTop: 'Added to the dish',
    sum: 'One costs',
  },

  fields: {
    name: 'Name',
    namePlaceholder: 'e.g., Chutneys',
    kitchenName: 'Name in the kitchen',
    kind: 'Guests choose',
    kinds: { size: 'A size', one: 'One', some: 'Several' },
    isSize: 'Size',
    min: 'At least',
    max: 'At most',
    included: 'Included',
    eachExtra: 'Each extra one',
    options: 'Options',
  },

  rule: {
    size: 'Guests choose exactly one. Its price replaces the dish’s.',
    one: 'Guests choose exactly one.',
    oneOrNone: 'Guests choose one, or none.',
    some: (min: number, max: number, included: number, eachExtra: string | null) =>
      eachExtra === null
        ? `Guests may choose ${min} to ${max}.`
        : `Guests may choose ${min} to ${max}, ${included} are included, then ${eachExtra} each.`,
    /** The words around the four number fields. */
    slots: ['Guests may choose', 'to', ',', 'are included, then', 'each.'],
    mayLeave: 'They may also choose none',
  },

  wrong: {
    name: 'Name is required',
    amount: 'An amount such as 0.75',
    optionName: 'Every option needs a name',
    price: (name: string) => `${name}: give a price such as 1.50`,
    most: (name: string, most: number) => `${name}: at most from 1 to ${most}`,
  },

  option: {
    name: 'Option',
    nameOf: (place: number) => `Name of option ${place}`,
    price: 'On top',
    sizePrice: 'Price',
    priceOf: (name: string) => `Price of ${name}`,
    firstOf: (name: string) => `${name} is chosen from the start`,
    more: (name: string) => `More about ${name}`,
    remove: 'Remove this option',
    add: 'Add an option',
    pasteHint: 'You can paste a list as a name: one option per line, followed by its price.',
    addPart: 'Add a dish as a part',
    partHint:
      'A dish can be part of a combo. Its name, allergens, options and availability come from each location’s menu. The price of the combo is split by what its parts cost on their own.',
    kitchen: (words: string) => `The kitchen sees only what differs: ${words}`,
    unnamed: (place: number) => `option ${place}`,
    most: 'Most per dish',
    kitchenName: 'Name in the kitchen',
    kitchenNameHint: 'Empty: the kitchen reads the same name.',
    opens: 'Opens another group',
    opensNone: 'No further group',
    bySize: 'Price by size',
    bySizeHint: 'Empty: the same price for every size.',
    allergens: 'Also contains',
    breaks: 'Not for',
  },

  removing: {
    title: (name: string) => `Delete ${name}?`,
    text: 'It is removed from every dish. Orders keep what was chosen.',
    used: (message: string) => `${message} If you remove it there, guests are no longer asked.`,
    confirm: 'Delete',
    anyway: 'Remove it and delete',
    cancel: 'Cancel',
    done: (name: string) => `${name} deleted`,
    failed: 'The group could not be deleted',
  },
  saved: (name: string) => `${name} saved`,

  ofDish: {
    label: 'Options',
    hint: 'What guests choose for this dish, in this order.',
    list: 'Option groups of this dish',
    use: 'Use a group',
    new: 'New group',
    none: 'None: guests add it without choices.',
    takeOff: (name: string) => `Remove ${name} from this dish`,
    own: (name: string) => `Other limits for this dish: ${name}`,
    min: (name: string) => `At least, of ${name}, for this dish`,
    max: (name: string) => `At most, of ${name}, for this dish`,
    included: (name: string) => `Included, of ${name}, for this dish`,
  },

  offline: 'Option groups can be changed once the connection is back.',
} as const;
