/** The letters of a location that was given none. */
export const OTHER_LOCATION_CODE = 'LOC';

/** The three letters that begin an order's or a reservation's number. */
export function locationCode({ code }: { readonly code: string | null }): string {
  return code ?? OTHER_LOCATION_CODE;
}

export const LOCATION_CODE = /^[A-Z]{3}$/;

/** Three letters of a name that no other location has: 'Water Street' is WAT, or else WAE, WAR … */
export function proposedCode(name: string, taken: ReadonlySet<string>): string {
  const [first, ...rest] = [...name.normalize('NFD').toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
  if (first === undefined) return OTHER_LOCATION_CODE;
  for (const second of [...rest, ...LETTERS]) {
    for (const third of [...rest.slice(rest.indexOf(second) + 1), ...LETTERS]) {
      const code = first + second + third;
      if (!taken.has(code)) return code;
    }
  }
  return OTHER_LOCATION_CODE;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
