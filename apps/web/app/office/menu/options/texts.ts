/** Texts of the option group editor. */
export const texts = {
  title: 'Option Groups',
  intro: 'What guests choose of a dish: a size, chutneys, what is left out. A group serves every dish that has it.',
  loading: 'Loading the groups…',
  loadFailed: 'The groups could not be loaded',
  tryAgain: 'Try Again',
  empty: 'No option groups yet',
  emptyText: 'Make one, then choose it in the form of a dish.',
  add: 'New group',
  done: 'Done',
  list: 'Option groups',
  edit: (name: string) => `Edit ${name}`,
  look: (name: string) => `Look at ${name}`,
  remove: (name: string) => `Delete ${name}`,
  heats: (dishes: number) =>
    dishes === 1
      ? 'Asked of what is marked mild, medium or hot: 1 dish'
      : `Asked of what is marked mild, medium or hot: ${dishes} dishes`,
  used: (dishes: readonly string[]) =>
    dishes.length === 0
      ? 'On no dish yet'
      : dishes.length === 1
        ? `On 1 dish: ${dishes[0]}`
        : `On ${dishes.length} dishes: ${dishes.join(', ')}`,

  form: {
    add: 'New option group',
    edit: (name: string) => `Edit ${name}`,
    save: 'Save group',
    cancel: 'Cancel',
    failed: 'The group could not be saved',
    conflict: 'Somebody else changed this group while you were editing it.',
    deleted: 'Somebody else deleted this group while you were editing it.',
    everywhere: (dishes: number) => `What is changed here changes on all ${dishes} dishes that have it.`,
    preview: 'As guests see it',
    previewHint: 'Try it: the price is reckoned as at the till.',
    onTop: 'On top of the dish',
    sum: 'One costs',
  },

  fields: {
    name: 'Name',
    namePlaceholder: 'e.g., Chutneys',
    kitchenName: 'Name in the kitchen',
    kind: 'Guests choose',
    kinds: { size: 'A size', one: 'One', some: 'Several' },
    isSize: 'Is the size',
    min: 'At least',
    max: 'At most',
    included: 'Included',
    eachExtra: 'Each one more',
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
    pasteHint: 'A list may be pasted as a name: an option a line, its price behind it.',
    addPart: 'Add a dish as a part',
    partHint:
      'A dish is a part of a combo: each place’s menu says its name, what is in it, what may be chosen with it and whether there is some. The combo’s price is shared out by what its parts cost alone.',
    kitchen: (words: string) => `The kitchen sees only what differs: ${words}`,
    unnamed: (place: number) => `option ${place}`,
    most: 'Most of it in one dish',
    kitchenName: 'Name in the kitchen',
    kitchenNameHint: 'Left empty, the kitchen reads the same name.',
    opens: 'Opens another group',
    opensNone: 'Nothing further',
    bySize: 'Price by size',
    bySizeHint: 'Left empty, it costs the same with every size.',
    allergens: 'Contains, besides the dish',
    breaks: 'Not for',
  },

  removing: {
    title: (name: string) => `Delete ${name}?`,
    text: 'It is gone for every dish. Orders keep what was chosen.',
    used: (message: string) => `${message} Taken off, it is not asked there any more.`,
    confirm: 'Delete',
    anyway: 'Take it off and delete',
    cancel: 'Cancel',
    done: (name: string) => `${name} deleted`,
    failed: 'The group could not be deleted',
  },
  saved: (name: string) => `${name} saved`,

  ofDish: {
    label: 'Options',
    hint: 'What guests choose of this dish, in this order.',
    list: 'Option groups of this dish',
    use: 'Use a group',
    new: 'New group',
    none: 'None: guests add it as it is.',
    takeOff: (name: string) => `Take ${name} off this dish`,
    own: (name: string) => `Other limits for this dish: ${name}`,
    min: (name: string) => `At least, of ${name}, for this dish`,
    max: (name: string) => `At most, of ${name}, for this dish`,
    included: (name: string) => `Included, of ${name}, for this dish`,
  },

  offline: 'Option groups can be changed once the connection is back.',
} as const;
