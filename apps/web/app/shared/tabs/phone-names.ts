import { say } from '@tiffin/domain/core';

const PHONES: Readonly<Record<string, string>> = {
  Turmeric: say`Turmeric`,
  Mint: say`Mint`,
  Clove: say`Clove`,
  Chili: say`Chili`,
  Cardamom: say`Cardamom`,
  Saffron: say`Saffron`,
  Cumin: say`Cumin`,
  Ginger: say`Ginger`,
  Fennel: say`Fennel`,
  Basil: say`Basil`,
  Nutmeg: say`Nutmeg`,
  Paprika: say`Paprika`,
};

/** The name of a phone at a table in this language. A number follows where a party has many phones. */
export function phoneNameText(name: string): string {
  const [spice = '', ...number] = name.split(' ');
  return Object.hasOwn(PHONES, spice) ? [PHONES[spice], ...number].join(' ') : name;
}
