import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { ALLERGY_CODES, type AllergyCode } from '../menu/allergy-codes.ts';
import { DISH_ALLERGENS, type AllergenId, type DishAllergens } from '../menu/diet.ts';
import { allergyName } from '../menu/priority-allergens.ts';
import { lineAllergens } from '../options/lines.ts';
import type { Paper } from '../printing/esc-pos.ts';
import { kitchenTicket, type KitchenOrder } from '../printing/ticket-layout.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import { allergiesOfLine, containedAllergies, type AllergyDecision } from './allergies.ts';
import { allergyMark, allergyStatements, allergenNotice } from './allergy-statements.ts';
import { withNoteAllergies, mentionsAllergy, namedAllergens } from './allergy-words.ts';
import type { Allergy } from './allergy.ts';

// The rule of this file is written without the product's code: which parts are on the plate, which words stand for what.

interface Part {
  /** Null if nobody stated what it contains. */
  readonly marks: DishAllergens;
  readonly isChosen: boolean;
}

interface Plate {
  readonly dish: DishAllergens;
  /** Dishes as parts of a combo, and plain options, whose marks are always stated. */
  readonly parts: readonly Part[];
  readonly options: readonly Part[];
}

const SAME: Readonly<Partial<Record<AllergyCode, readonly AllergenId[]>>> = {
  gluten: ['gluten', 'wheat', 'rye', 'barley', 'oats'],
  wheat: ['wheat', 'gluten'],
  crustaceans: ['crustaceans', 'crustaceans-and-molluscs'],
  molluscs: ['molluscs', 'crustaceans-and-molluscs'],
  'crustaceans-and-molluscs': ['crustaceans', 'molluscs', 'crustaceans-and-molluscs'],
};
/** Dishes are not marked for these in every country, so a missing mark says nothing. */
const NEVER_RULED_OUT: ReadonlySet<AllergyCode> = new Set(['gluten', 'celery', 'lupin']);

const WORDS: Readonly<Record<string, readonly AllergyCode[]>> = {
  peanut: ['peanuts'],
  Peanuts: ['peanuts'],
  groundnuts: ['peanuts'],
  arachide: ['peanuts'],
  Cacahuètes: ['peanuts'],
  nuts: ['peanuts', 'tree-nuts'],
  'tree nuts': ['tree-nuts'],
  Cashew: ['tree-nuts'],
  noix: ['tree-nuts'],
  EGGS: ['eggs'],
  œufs: ['eggs'],
  dairy: ['milk'],
  lait: ['milk'],
  shrimps: ['crustaceans'],
  'shell fish': ['crustaceans-and-molluscs'],
  fish: ['fish'],
  gluten: ['gluten'],
  sesame: ['sesame'],
};

function truth(code: AllergyCode, { dish, parts, options }: Plate): 'contains' | 'unknown' | 'free' {
  const onPlate = [dish, ...[...parts, ...options].filter(({ isChosen }) => isChosen).map(({ marks }) => marks)];
  const same = SAME[code] ?? [code];
  if (onPlate.some((marks) => marks?.some((mark) => same.some((each) => each === mark)))) return 'contains';
  return onPlate.includes(null) || NEVER_RULED_OUT.has(code) ? 'unknown' : 'free';
}

const list = fc.subarray(
  DISH_ALLERGENS.map(({ id }) => id),
  { maxLength: 3 },
);
const marks = fc.option(list, { nil: null });
const part = fc.record({ marks, isChosen: fc.boolean() });
const option = fc.record({ marks: list, isChosen: fc.boolean() });
const plates: fc.Arbitrary<Plate> = fc.record({
  dish: marks,
  parts: fc.array(part, { maxLength: 3 }),
  options: fc.array(option, { maxLength: 3 }),
});

function allergensOf({ dish, parts, options }: Plate) {
  const asOption = (prefix: string) => (each: Part, at: number) =>
    plainOption(`${prefix}${at}`, {
      allergens: each.marks ?? [],
      ...(each.marks === null && { hasUnknownAllergens: true }),
    });
  const chosen = (prefix: string, of: readonly Part[]) =>
    of.flatMap(({ isChosen }, at) => (isChosen ? [{ groupId: prefix, optionId: `${prefix}${at}`, units: 1 }] : []));
  const groups = [plainGroup('part', parts.map(asOption('part'))), plainGroup('extra', options.map(asOption('extra')))];
  return lineAllergens({ name: 'Thali', price: cents(1000), allergens: dish, optionGroups: groups }, [
    ...chosen('part', parts),
    ...chosen('extra', options),
  ]);
}

const code = fc.constantFrom(...ALLERGY_CODES);
const word = fc.constantFrom(...Object.keys(WORDS));
const notes = fc.oneof(
  fc.constant({ text: '', names: [] as readonly AllergyCode[] }),
  word.chain((food) =>
    fc.constantFrom(`I am allergic to ${food}, please leave out`, `${food} allergy!!`, `sans ${food}`).map((text) => ({
      text,
      names: WORDS[food] ?? [],
    })),
  ),
  // Wishes for more of a food state no allergy.
  word.map((food) => ({ text: `Extra ${food} please, not too spicy`, names: [] as readonly AllergyCode[] })),
);
const stated: fc.Arbitrary<{ allergy: Allergy; names: readonly AllergyCode[] }> = fc.oneof(
  code.map((each) => ({ allergy: { code: each }, names: [each] })),
  word.map((food) => ({ allergy: { text: food }, names: WORDS[food] ?? [] })),
  fc.tuple(code, word).map(([each, food]) => ({
    allergy: { code: each, text: `also ${food}` },
    names: [each, ...(WORDS[food] ?? [])],
  })),
  fc.constant({ allergy: { text: 'kiwi' }, names: [] }),
);

/** An order line as the server stores it and answers about it. */
const answers = fc
  .record({
    plate: plates,
    ofOrder: fc.array(stated, { maxLength: 3 }),
    ofLine: fc.array(stated, { maxLength: 2 }),
    instructions: notes,
    note: notes,
    at: fc.constantFrom(null, '2026-11-20T22:05:00.000Z'),
    decision: fc.constantFrom<(AllergyDecision | undefined)[]>(undefined, 'without', 'guest-agreed'),
    awaitsAllergyCheck: fc.boolean(),
  })
  .map(({ plate, ofOrder, ofLine, instructions, note, at, decision, awaitsAllergyCheck }) => {
    const allergens = allergensOf(plate);
    const order = {
      allergies: ofOrder.map(({ allergy }) => allergy),
      allergyNote: '',
      specialInstructions: instructions.text,
    };
    const allergies = ofLine.map(({ allergy }) => allergy);
    const line = {
      line: 1,
      name: 'Thali',
      quantity: 1,
      recipe: '',
      allergens,
      allergies,
      note: note.text,
      check: null,
    };
    const affecting = allergiesOfLine(order, line);
    const check = {
      allergies: affecting,
      contains: containedAllergies(affecting, allergens),
      at,
      decision: at === null ? undefined : decision,
    };
    const item = { name: 'Thali', ...(affecting.length > 0 && { allergyCheck: check }) };
    const all = [...ofOrder, ...ofLine].flatMap(({ names }) => names);
    const named = [...new Set([...all, ...instructions.names, ...note.names])];
    const guests = withNoteAllergies([...order.allergies, ...allergies], instructions.text, note.text);
    const contained = named.filter((each) => truth(each, plate) === 'contains');
    return { plate, order, line, item, named, contained, guests, awaitsAllergyCheck };
  });

/** As sentences name it. */
const nameOf = (each: string) => (each === 'wheat' ? 'wheat' : allergyName(each).toLowerCase());

test('a line contains what one of its parts contains, and may contain what is stated of no part', () => {
  fc.assert(
    fc.property(plates, code, (plate, each) => {
      const of = { allergies: [{ code: each }], allergyNote: '', specialInstructions: '' };
      const allergens = allergensOf(plate);
      const line = { line: 1, name: '', quantity: 1, recipe: '', allergens, allergies: [], note: '', check: null };
      const affecting = allergiesOfLine(of, line);
      const contains = containedAllergies(affecting, allergens).length > 0;
      expect(contains ? 'contains' : affecting.length > 0 ? 'unknown' : 'free').toBe(truth(each, plate));
    }),
  );
});

test.each(Object.entries(WORDS))('“%s” stands for %j, typed as an allergy or in a note', (food, codes) => {
  expect(new Set(namedAllergens(food))).toEqual(new Set(codes));
  for (const note of [`Allergic to ${food}!`, `${food} allergy`]) {
    expect(mentionsAllergy(note)).toBe(true);
    expect(new Set(withNoteAllergies([], note).map((each) => each.code))).toEqual(new Set(codes));
  }
  expect(withNoteAllergies([], `extra ${food} please`)).toEqual([]);
});

test('coeliac stands for gluten, and other words for nothing', () => {
  expect(namedAllergens('Coeliac disease')).toEqual(['gluten']);
  expect(namedAllergens('maladie cœliaque')).toEqual(['gluten']);
  // Keyboards for Japanese type wide letters, and copied text may have ligatures.
  expect(['ｐｅａｎｕｔ', 'ﬁsh'].flatMap(namedAllergens)).toEqual(['peanuts', 'fish']);
  expect(['kiwi', 'nutmeg', 'eggplant', 'noix de coco', 'butternut', ''].flatMap(namedAllergens)).toEqual([]);
});

test('guest, kitchen and paper say that a line contains an allergen exactly if it does, whatever was decided', () => {
  fc.assert(
    fc.property(answers, ({ item, line, contained, guests, awaitsAllergyCheck, order, named, plate }) => {
      const isContained = contained.length > 0;
      const mark = allergyMark(item, { awaitsAllergyCheck });
      expect(mark?.isContained ?? false).toBe(isContained);
      expect(/contains/i.test(mark?.text ?? '')).toBe(isContained);
      for (const each of contained) expect(mark?.text).toContain(nameOf(each));

      // The ticket has the mark below the dish, in capitals.
      const printed: string[] = [];
      const record = (text: string) => printed.push(text);
      const paper: Paper = {
        line: record,
        row: record,
        rule: () => {},
        feed: () => {},
        openDrawer: () => {},
        cut: () => {},
        isWhole: () => true,
      };
      const { allergies, note } = line;
      const ticket: KitchenOrder = {
        ...order,
        orderId: 'TRU-20261120-AAAAA',
        orderType: 'pickup',
        orderTime: '2026-11-20T22:00:00.000Z',
        estimatedReady: null,
        locationInfo: { timeZone: 'America/Halifax' },
        customerInfo: { name: 'Asha' },
        items: [
          { ...line, ...item, spiceLevelName: '', allergies: allergies.length > 0 ? allergies : undefined, note },
        ],
        due: 0,
        awaitsAllergyCheck,
      };
      kitchenTicket(ticket)(paper);
      const below = printed[printed.indexOf('1 Thali') + 1];
      expect(/^(CONTAINS|NOT CONFIRMED|CONFIRMED|MADE WITHOUT IT|THE GUEST AGREED)/.test(below ?? '')).toBe(
        mark !== null,
      );
      expect(below).toContain(mark?.text.toUpperCase() ?? '');

      // On the sheet and at checkout, before the order.
      const statements = allergyStatements('Thali', guests, line.allergens);
      const kinds = (name: string) =>
        statements.filter((each) => each.allergies.split(/, | and | or /).includes(name)).map(({ kind }) => kind);
      expect(statements.some(({ kind }) => kind === 'contains')).toBe(isContained);
      const said = statements.find(({ kind }) => kind === 'contains')?.text ?? '';
      for (const each of contained) expect(said).toContain(nameOf(each));
      const byCodeAlone = named.filter((each) => guests.some((guest) => guest.code === each && !guest.text));
      for (const each of byCodeAlone.filter((other) => truth(other, plate) === 'unknown'))
        expect(kinds(nameOf(each).split(' and ')[0] ?? '')).toContain('unsure');

      // On the guest's page and in mails, after the order.
      const guestReads = allergenNotice(item, { awaitsAllergyCheck });
      expect(guestReads !== null).toBe(isContained);
      const reads = (pattern: RegExp) => pattern.test(guestReads ?? '');
      const { at, decision } = item.allergyCheck ?? {};
      expect(reads(/^Thali contains /)).toBe(isContained);
      expect(reads(/made without/)).toBe(isContained && decision === 'without');
      expect(reads(/wanted it as it is/)).toBe(isContained && decision === 'guest-agreed');
      expect(reads(/before it is ready/i)).toBe(isContained && at === null && awaitsAllergyCheck);
    }),
    { numRuns: 500 },
  );
});

test('one more allergy, option or word never weakens what is known to be contained', () => {
  fc.assert(
    fc.property(plates, fc.array(stated, { maxLength: 4 }), stated, option, (plate, before, more, extra) => {
      const allergies = before.map(({ allergy }) => allergy);
      const was = containedAllergies(allergies, allergensOf(plate));
      const withMore = containedAllergies([...allergies, more.allergy], allergensOf(plate));
      const withExtra = containedAllergies(allergies, allergensOf({ ...plate, options: [...plate.options, extra] }));
      const withUnknown = containedAllergies(
        allergies,
        allergensOf({ ...plate, parts: [...plate.parts, { marks: null, isChosen: true }] }),
      );
      for (const each of was) for (const now of [withMore, withExtra, withUnknown]) expect(now).toContain(each);
    }),
  );
});
